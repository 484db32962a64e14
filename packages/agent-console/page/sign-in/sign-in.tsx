import { type FormEvent, type ReactElement, useCallback } from "react";
import type { MeView } from "../../src/accounts/me-view.ts";
import { accountApi } from "../accounts/account-api.ts";
import { singleSignOnProblem } from "../accounts/account-words.ts";
import { useLoaded, useAction } from "../ui/use-action.ts";
import { SignedOutCard } from "./signed-out-card.tsx";

export interface SignInProps {
  readonly notice: string | undefined;
  /** Why single sign-on failed; `null` when it was not tried. */
  readonly problem: string | null;
  readonly onSignedIn: (me: MeView) => void;
}

export function SignIn({ notice, problem, onSignedIn }: SignInProps): ReactElement {
  const ways = useLoaded(useCallback(() => accountApi.waysToSignIn(), []));
  const work = useAction();
  const singleSignOn = ways.value?.singleSignOn ?? null;
  const shown = work.problem ?? notice ?? (problem && singleSignOnProblem(problem));

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void work.run(async () => {
      onSignedIn(await accountApi.signIn(String(form.get("email")), String(form.get("password"))));
    });
  };

  return (
    <SignedOutCard about="Sign in to answer your visitors." onSubmit={submit}>
      <label>
        Email
        <input
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          data-testid="sign-in-email"
        />
      </label>
      <label>
        Password
        <input
          name="password"
          type="password"
          autoComplete="current-password"
          required
          data-testid="sign-in-password"
        />
      </label>
      {shown && (
        <p className="problem" role="alert" data-testid="sign-in-error">
          {shown}
        </p>
      )}
      <button className="primary" disabled={work.busy} data-testid="sign-in-submit">
        {work.busy ? "Signing in…" : "Sign in"}
      </button>
      {singleSignOn !== null && (
        <a className="button" href="/console/api/auth/oidc/start" data-testid="single-sign-on">
          {singleSignOn.label}
        </a>
      )}
    </SignedOutCard>
  );
}
