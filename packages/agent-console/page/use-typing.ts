import { useCallback, useEffect, useRef } from "react";
import { api } from "./api.ts";

/** After this long without a key the visitor is told that the agent stopped. */
const pauseMs = 5_000;
/** While the agent goes on typing, it is said again this often. */
const repeatMs = 10_000;

export interface TypingSignal {
  /** The agent changed what is written; `false` when nothing is left of it. */
  readonly wrote: (something: boolean) => void;
  readonly stopped: () => void;
}

/** Tells the visitor that the agent types: `typein` at the start, `typeout` after a pause or at the end (§4.4). */
export function useTyping(conversationId: string): TypingSignal {
  const saidAt = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const stopped = useCallback(() => {
    clearTimeout(timer.current);
    if (saidAt.current === 0) return;
    saidAt.current = 0;
    api.typing(conversationId, "typeout").catch(() => undefined);
  }, [conversationId]);

  const wrote = useCallback(
    (something: boolean) => {
      if (!something) return stopped();
      clearTimeout(timer.current);
      timer.current = setTimeout(stopped, pauseMs);
      if (Date.now() - saidAt.current < repeatMs) return;
      saidAt.current = Date.now();
      api.typing(conversationId, "typein").catch(() => undefined);
    },
    [conversationId, stopped],
  );

  useEffect(() => stopped, [stopped]);
  return { wrote, stopped };
}
