import { type ReactElement, type RefObject, useEffect, useRef, useState } from "react";
import { api } from "../api/api.ts";
import { ApiError } from "../api/call.ts";
import { useUnsentState } from "../unsent/unsent-context.ts";
import { countsOf, unsentInWords } from "../unsent/unsent-state.ts";
import { useAction } from "../ui/use-action.ts";

export interface SignOut {
  readonly busy: boolean;
  /** Whether the confirmation is shown. */
  readonly asking: boolean;
  readonly problem: string | null;
  /** Signs out, or asks for confirmation when something is unsent. */
  readonly ask: () => void;
  readonly signOut: () => void;
  readonly cancel: () => void;
  /** The sign-out button, which gets the focus back. */
  readonly button: RefObject<HTMLButtonElement | null>;
}

/** Signing out. `leaving` is true while the agent's own request ends the session. */
export function useSignOut(leaving: RefObject<boolean>, onSignedOut: () => void): SignOut {
  const [asked, setAsked] = useState(false);
  const { busy, problem, run } = useAction();
  const isUnsent = useUnsentState((state) => unsentInWords(countsOf(state)) !== null);
  const button = useRef<HTMLButtonElement>(null);
  // A later text must not reopen an earlier confirmation.
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

/** Asks for confirmation, and shows why signing out failed. */
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
