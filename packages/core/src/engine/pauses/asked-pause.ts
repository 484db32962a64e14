import { longestAskedPauseMs, shortestPauseMs, usualAskedPauseMs } from "../../model/schedule.ts";
import type { LaterReceipt } from "../../ports/agent-backend.ts";

/** Whether the answer of a plugin in plain JavaScript is a receipt that asks for a pause. */
export function isLaterReceipt({ inMs, scope }: LaterReceipt): boolean {
  const isTime = inMs === undefined || (typeof inMs === "number" && inMs >= 0);
  return isTime && (scope === undefined || scope === "event" || scope === "backend");
}

/** How long the pause lasts, in ms: from 1 s to one hour. */
export function askedPauseMs({ inMs = usualAskedPauseMs }: LaterReceipt): number {
  return Math.min(longestAskedPauseMs, Math.max(shortestPauseMs, Math.round(inMs)));
}
