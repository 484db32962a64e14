import { type FormEvent, type ReactElement, useCallback } from "react";
import type { MeView } from "../../src/accounts/me-view.ts";
import { accountApi } from "../accounts/account-api.ts";
import { LinkCard } from "./link-card.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { useLoaded, useAction } from "../ui/use-action.ts";

export interface JoinFormProps {
  readonly token: string;
  readonly onSignedIn: (me: MeView) => void;
}

/** Accepts an invitation: the person chooses a name and a password. */
export function JoinForm({ token, onSignedIn }: JoinFormProps): ReactElement {
  const { value, problem } = useLoaded(useCallback(() => accountApi.invitation(token), [token]));
  const work = useAction();

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void work.run(async () => {
      const { name, password } = Object.fromEntries(form);
      onSignedIn(await accountApi.accept(token, String(name), String(password)));
    });
  };

  return (
    <LinkCard
      about="You are invited to answer visitors."
      email={value === null ? null : value.email}
      linkProblem={problem}
      sendProblem={work.problem}
      onSubmit={submit}
    >
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
    </LinkCard>
  );
}
