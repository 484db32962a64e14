import { useEffect, useMemo } from "react";
import { api } from "../../api/api.ts";
import { TypingSignal } from "./typing-signal.ts";

/** Tells the visitor of a conversation that the agent types, while the page shows it. */
export function useTyping(conversationId: string): TypingSignal {
  const signal = useMemo(
    () =>
      new TypingSignal((type) => {
        api.typing(conversationId, type).catch(() => undefined);
      }),
    [conversationId],
  );

  useEffect(() => {
    const stop = (): void => signal.stop();
    const hidden = (): void => {
      if (document.hidden) stop();
    };
    window.addEventListener("pagehide", stop);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      stop();
      window.removeEventListener("pagehide", stop);
      document.removeEventListener("visibilitychange", hidden);
    };
  }, [signal]);
  return signal;
}
