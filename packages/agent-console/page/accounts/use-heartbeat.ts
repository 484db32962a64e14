import { useEffect, useRef } from "react";

/** Used when an older gateway does not send an interval. */
const defaultMs = 60_000;

/**
 * Keeps the agent present while the page is open. Calls `ask` about once a minute: browsers allow a hidden tab no more.
 * Also calls it at once when the page is shown or wakes up.
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
