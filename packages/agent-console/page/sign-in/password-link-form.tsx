import { type FormEvent, type ReactElement, useCallback } from "react";
import type { MeView } from "../../src/accounts/me-view.ts";
import { accountApi } from "../accounts/account-api.ts";
import { LinkCard } from "./link-card.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { useLoaded, useAction } from "../ui/use-action.ts";

export interface PasswordLinkFormProps {
  readonly token: string;
  readonly onSignedIn: (me: MeView) => void;
}

/** Sets a password through a link that an admin created. */
export function PasswordLinkForm({ token, onSignedIn }: PasswordLinkFormProps): ReactElement {
  const { value, problem } = useLoaded(useCallback(() => accountApi.passwordLink(token), [token]));
  const work = useAction();

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password"));
    void work.run(async () => onSignedIn(await accountApi.setPassword(token, password)));
  };

  return (
    <LinkCard
      about="Choose a new password. You are signed out everywhere else."
      email={value === null ? null : value.email}
      linkProblem={problem}
      sendProblem={work.problem}
      onSubmit={submit}
    >
      <NewPasswordField />
      <button className="primary" disabled={work.busy} data-testid="password-link-submit">
        {work.busy ? "Saving…" : "Set the password"}
      </button>
    </LinkCard>
  );
}
