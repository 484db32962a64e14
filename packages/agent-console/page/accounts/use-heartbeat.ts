import { useEffect, useRef } from "react";

/** What a gateway of before says nothing of. */
const defaultMs = 60_000;

/**
 * Has the agent count as there while the page is open: calls `ask` about once a minute, which is as often as a
 * hidden tab may, and at once when the page is shown or wakes.
 */
export function useHeartbeat(everyMs: number | undefined, ask: () => Promise<void>): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const give = (): void => {
      latest.current().catch(() => undefined);
    };
    const shown = (): void => {
      if (!document.hidden) give();
    };
    const timer = setInterval(give, everyMs ?? defaultMs);
    document.addEventListener("visibilitychange", shown);
    document.addEventListener("resume", give);
    window.addEventListener("pageshow", give);
    window.addEventListener("online", give);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", shown);
      document.removeEventListener("resume", give);
      window.removeEventListener("pageshow", give);
      window.removeEventListener("online", give);
    };
  }, [everyMs]);
}
