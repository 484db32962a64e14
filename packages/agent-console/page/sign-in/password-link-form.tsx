import { type FormEvent, type ReactElement, useCallback } from "react";
import type { MeView } from "../../src/accounts/me-view.ts";
import { accountApi } from "../accounts/account-api.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { useLoaded, useWork } from "../ui/use-work.ts";
import { SignedOutCard } from "./signed-out-card.tsx";

export interface PasswordLinkFormProps {
  readonly token: string;
  readonly onSignedIn: (me: MeView) => void;
}

/** Sets a password by a link that an admin made. */
export function PasswordLinkForm({ token, onSignedIn }: PasswordLinkFormProps): ReactElement {
  const { value, problem } = useLoaded(useCallback(() => accountApi.passwordLink(token), [token]));
  const work = useWork();

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password"));
    void work.run(async () => onSignedIn(await accountApi.setPassword(token, password)));
  };

  return (
    <SignedOutCard
      about={
        problem === null
          ? "Choose a new password. You are signed out everywhere else."
          : "This link cannot be used."
      }
      onSubmit={submit}
    >
      {value !== null && (
        <>
          <label>
            Email
            <input
              type="email"
              name="username"
              autoComplete="username"
              readOnly
              value={value.email}
            />
          </label>
          <NewPasswordField />
          <button className="primary" disabled={work.busy} data-testid="password-link-submit">
            {work.busy ? "Saving…" : "Set the password"}
          </button>
        </>
      )}
      {(work.problem ?? problem) !== null && (
        <p className="problem" role="alert" data-testid="signed-out-problem">
          {work.problem ?? problem}
        </p>
      )}
      {problem !== null && <a href="#/">Sign in instead</a>}
    </SignedOutCard>
  );
}
