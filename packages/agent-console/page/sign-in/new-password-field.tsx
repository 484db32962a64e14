import type { ReactElement } from "react";

/** Input for a new password. The gateway checks the same limits. */
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
