import { useEffect, useState } from "react";
import { type CannedReply, replyApi } from "../../../replies/reply-api.ts";

/** The canned replies; loaded at once, and again whenever the agent begins to look for one. `null`: not loaded yet. */
export function useReplies(isLooking: boolean): readonly CannedReply[] | null {
  const [replies, setReplies] = useState<readonly CannedReply[] | null>(null);
  useEffect(() => {
    let ended = false;
    replyApi.list().then(
      (answer) => {
        if (!ended) setReplies(answer.replies);
      },
      // The replies known so far stay. Without any, a slash is text like any other.
      () => undefined,
    );
    return () => {
      ended = true;
    };
  }, [isLooking]);
  return replies;
}
