import { type FormEvent, type ReactElement, useState } from "react";
import { api, type ApiError, type Me } from "./api.ts";

export interface SignInProps {
  readonly notice: string | undefined;
  readonly onSignedIn: (me: Me) => void;
}

export function SignIn({ notice, onSignedIn }: SignInProps): ReactElement {
  const [problem, setProblem] = useState<string | null>(notice ?? null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    try {
      onSignedIn(await api.signIn(String(form.get("email")), String(form.get("password"))));
    } catch (error) {
      setProblem((error as ApiError).message);
      setBusy(false);
    }
  };

  return (
    <main className="sign-in">
      <form className="sign-in-form" onSubmit={(event) => void submit(event)}>
        <h1>Parley</h1>
        <p className="muted">Sign in to answer your visitors.</p>
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
        {problem !== null && (
          <p className="problem" role="alert" data-testid="sign-in-error">
            {problem}
          </p>
        )}
        <button className="primary" disabled={busy} data-testid="sign-in-submit">
          {busy ? "Signing in…" : "Sign in"}
        </button>
      </form>
    </main>
  );
}
