import type { ReactElement } from "react";
import { useUnsent, useUnsentState } from "./unsent-context.ts";

/** Says when unsent texts are not kept, cannot be read, or were deleted with their conversation. */
export function UnsentBanner(): ReactElement {
  const { store } = useUnsent();
  const kept = useUnsentState((state) => state.kept);
  const unreadable = useUnsentState((state) => state.unreadable);
  const erased = useUnsentState((state) => state.erased);
  return (
    <>
      {!kept && (
        <p className="banner" role="alert" data-testid="unsent-not-kept">
          This browser keeps no texts: what is not sent is lost when this page is closed.
        </p>
      )}
      {(unreadable > 0 || erased > 0) && (
        <p className="banner" role="alert" data-testid="unsent-gone">
          {erased > 0 && "A conversation was erased; what you wrote for it was deleted. "}
          {unreadable > 0 &&
            "Unsent texts in this browser cannot be read: the gateway has another key. "}
          <button className="quiet" onClick={() => store.dismiss()}>
            Close
          </button>
        </p>
      )}
    </>
  );
}
