import type { ReactElement } from "react";
import { useUnsent, useUnsentState } from "./unsent-context.ts";
import { useUnsentNews } from "./use-unsent-news.ts";

/** Says that unsent texts are not stored, cannot be read, or were deleted with their conversation. */
export function UnsentBanner(): ReactElement {
  const { store } = useUnsent();
  useUnsentNews();
  const kept = useUnsentState((state) => state.kept);
  const unreadable = useUnsentState((state) => state.unreadable);
  const erased = useUnsentState((state) => state.erased);
  return (
    <>
      {!kept && (
        <p className="banner" role="alert" data-testid="unsent-not-kept">
          What you write here is not kept: do not close this page before it is sent.
        </p>
      )}
      {erased > 0 && (
        <p className="banner" role="alert" data-testid="unsent-gone">
          A conversation was erased; what you wrote for it was deleted.{" "}
          <button className="quiet" onClick={() => store.dismissErased()}>
            Close
          </button>
        </p>
      )}
      {unreadable > 0 && (
        <p className="banner" role="alert" data-testid="unsent-unreadable">
          Texts that you wrote earlier cannot be opened.{" "}
          <button className="quiet" onClick={() => store.keepUnreadable()}>
            Keep
          </button>
          <button onClick={() => store.deleteUnreadable()} data-testid="unsent-unreadable-delete">
            Delete them
          </button>
        </p>
      )}
    </>
  );
}
