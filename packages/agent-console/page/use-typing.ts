import { useCallback, useEffect, useRef } from "react";
import { api } from "./api.ts";

/** After this long without a key the visitor is told that the agent stopped. */
const pauseMs = 5_000;
/** While the agent goes on typing, it is said again this often: the gateway ends what it has not heard of for 10 s. */
const repeatMs = 5_000;

export interface TypingSignal {
  /** The agent changed what is written; `false` when nothing is left of it. */
  readonly wrote: (something: boolean) => void;
  readonly stopped: () => void;
}

/** Tells the visitor that the agent types: `typein` while they do, `typeout` after a pause or at the end (§4.4). */
export function useTyping(conversationId: string): TypingSignal {
  const repeat = useRef<ReturnType<typeof setInterval> | undefined>(undefined);
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const stopped = useCallback(() => {
    if (repeat.current === undefined) return;
    clearTimeout(pause.current);
    clearInterval(repeat.current);
    repeat.current = undefined;
    api.typing(conversationId, "typeout").catch(() => undefined);
  }, [conversationId]);

  const wrote = useCallback(
    (something: boolean) => {
      if (!something) return stopped();
      clearTimeout(pause.current);
      pause.current = setTimeout(stopped, pauseMs);
      if (repeat.current !== undefined) return;
      const say = (): void => void api.typing(conversationId, "typein").catch(() => undefined);
      say();
      repeat.current = setInterval(say, repeatMs);
    },
    [conversationId, stopped],
  );

  useEffect(() => {
    const hidden = (): void => {
      if (document.hidden) stopped();
    };
    window.addEventListener("pagehide", stopped);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      stopped();
      window.removeEventListener("pagehide", stopped);
      document.removeEventListener("visibilitychange", hidden);
    };
  }, [stopped]);
  return { wrote, stopped };
}
