import type { ReactElement } from "react";

/** Where a new password is chosen; the gateway checks the same bounds. */
export function NewPasswordField(): ReactElement {
  return (
    <label>
      New password (12 characters or more)
      <input
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={12}
        maxLength={128}
        required
        data-testid="new-password"
      />
    </label>
  );
}
