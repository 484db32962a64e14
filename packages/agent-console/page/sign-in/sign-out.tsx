import { type ReactElement, type RefObject, useEffect, useRef, useState } from "react";
import { api } from "../api/api.ts";
import { ApiError } from "../api/call.ts";
import { useUnsentState } from "../unsent/unsent-context.ts";
import { countsOf, unsentInWords } from "../unsent/unsent-state.ts";
import { useAction } from "../ui/use-action.ts";

export interface SignOut {
  readonly busy: boolean;
  /** Whether the agent is asked back. */
  readonly asking: boolean;
  readonly problem: string | null;
  /** Signs out, or asks back when something is unsent. */
  readonly ask: () => void;
  readonly signOut: () => void;
  readonly cancel: () => void;
  /** The one that asks: the focus returns to it. */
  readonly button: RefObject<HTMLButtonElement | null>;
}

/** The way out. `leaving` is true while it is the agent's own wish that the session ends. */
export function useSignOut(leaving: RefObject<boolean>, onSignedOut: () => void): SignOut {
  const [asked, setAsked] = useState(false);
  const { busy, problem, run } = useAction();
  const isUnsent = useUnsentState((state) => unsentInWords(countsOf(state)) !== null);
  const button = useRef<HTMLButtonElement>(null);
  // The next text must not bring back a question about an earlier one.
  useEffect(() => {
    if (!isUnsent) setAsked(false);
  }, [isUnsent]);

  const signOut = (): void =>
    void run(async () => {
      leaving.current = true;
      try {
        await api.signOut();
      } catch (error) {
        leaving.current = false;
        if (!(error instanceof ApiError && error.status === 401)) throw error;
      }
      onSignedOut();
    });
  return {
    busy,
    asking: asked && isUnsent,
    problem,
    ask: () => (isUnsent ? setAsked(true) : signOut()),
    signOut,
    cancel: () => {
      setAsked(false);
      button.current?.focus();
    },
    button,
  };
}

/** Asks back, and says why signing out failed. */
export function SignOutBanner({ signOut }: { readonly signOut: SignOut }): ReactElement {
  return (
    <>
      {signOut.problem !== null && (
        <p className="banner" role="alert" data-testid="sign-out-problem">
          Sign-out failed: {signOut.problem}
        </p>
      )}
      {signOut.asking && (
        <p className="banner" role="alert">
          Something you wrote is not sent yet. It stays in this browser, encrypted, until you sign
          in again.{" "}
          <button
            className="danger"
            disabled={signOut.busy}
            onClick={signOut.signOut}
            data-testid="sign-out-confirm"
          >
            Sign out
          </button>
          <button
            className="quiet"
            autoFocus
            onClick={signOut.cancel}
            data-testid="sign-out-cancel"
          >
            Cancel
          </button>
        </p>
      )}
    </>
  );
}
