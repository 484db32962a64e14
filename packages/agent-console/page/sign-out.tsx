import { type ReactElement, useState } from "react";
import { useUnsentState } from "./unsent/unsent-context.ts";
import { countsOf, unsentInWords } from "./unsent/unsent-state.ts";

export interface SignOutProps {
  readonly busy: boolean;
  readonly onSignOut: () => void;
}

/** The way out. With something unsent it asks back: the texts wait, encrypted, for the next sign-in in this browser. */
export function SignOut({ busy, onSignOut }: SignOutProps): ReactElement {
  const [asking, setAsking] = useState(false);
  const unsent = unsentInWords(countsOf(useUnsentState()));
  if (!asking || unsent === null) {
    return (
      <button
        className="quiet"
        disabled={busy}
        onClick={() => (unsent === null ? onSignOut() : setAsking(true))}
        data-testid="sign-out"
      >
        Sign out
      </button>
    );
  }
  const question = "Something is not sent. It stays here, encrypted, until you sign in again.";
  return (
    <span className="confirm" role="group" aria-label={question}>
      <span>{question}</span>
      <button
        className="danger"
        autoFocus
        disabled={busy}
        onClick={onSignOut}
        data-testid="sign-out-confirm"
      >
        Sign out
      </button>
      <button className="quiet" onClick={() => setAsking(false)}>
        Cancel
      </button>
    </span>
  );
}
