import { type FormEvent, type ReactElement, useCallback } from "react";
import type { MeView } from "../../src/accounts/me-view.ts";
import { accountApi } from "../accounts/account-api.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { useLoaded, useWork } from "../ui/use-work.ts";
import { SignedOutCard } from "./signed-out-card.tsx";

export interface JoinFormProps {
  readonly token: string;
  readonly onSignedIn: (me: MeView) => void;
}

/** Takes an invitation up: the invited person chooses a name and a password. */
export function JoinForm({ token, onSignedIn }: JoinFormProps): ReactElement {
  const { value, problem } = useLoaded(useCallback(() => accountApi.invitation(token), [token]));
  const work = useWork();

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void work.run(async () => {
      const { name, password } = Object.fromEntries(form);
      onSignedIn(await accountApi.accept(token, String(name), String(password)));
    });
  };

  return (
    <SignedOutCard
      about={problem === null ? "You are invited to answer visitors." : "This link cannot be used."}
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
              data-testid="join-email"
            />
          </label>
          <label>
            Your name, as visitors see it
            <input
              name="name"
              autoComplete="name"
              maxLength={255}
              required
              autoFocus
              data-testid="join-name"
            />
          </label>
          <NewPasswordField />
          <button className="primary" disabled={work.busy} data-testid="join-submit">
            {work.busy ? "Joining…" : "Join"}
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
