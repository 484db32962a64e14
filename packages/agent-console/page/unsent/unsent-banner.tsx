import type { ReactElement } from "react";
import { addressOf } from "../route.ts";
import { useUnsent, useUnsentState } from "./unsent-context.ts";
import { leftBehind } from "./unsent-state.ts";
import { useUnsentNews } from "./use-unsent-news.ts";

export interface UnsentBannerProps {
  /** The open conversation, which shows its own texts. */
  readonly openId: string | null;
}

/** Says that unsent texts are not stored, cannot be read, cannot be sent any more, or were deleted with their conversation. */
export function UnsentBanner({ openId }: UnsentBannerProps): ReactElement {
  const { store } = useUnsent();
  useUnsentNews();
  const kept = useUnsentState((state) => state.kept);
  const unreadable = useUnsentState((state) => state.unreadable);
  const erased = useUnsentState((state) => state.erased);
  const left = useUnsentState((state) => leftBehind(state).join(" "))
    .split(" ")
    .filter((id) => id !== "" && id !== openId);
  return (
    <>
      {left.map((id) => (
        <p className="banner" key={id} data-testid="unsent-away">
          Another agent app answers a conversation that you were writing in.{" "}
          <a href={addressOf("c", id)}>Your text</a>
        </p>
      ))}
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
