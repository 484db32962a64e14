import { useEffect, useState } from "react";

const minuteMs = 60_000;

/** How long somebody has waited, in few letters. */
export function waitInWords(since: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - since) / minuteMs));
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** The current time, updated every half minute. */
export function useMinutes(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs / 2);
    return () => clearInterval(timer);
  }, []);
  return Math.max(now, Date.now());
}
