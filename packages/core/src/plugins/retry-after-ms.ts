import { longestAskedPauseMs, shortestPauseMs } from "../model/schedule.ts";

/**
 * The pause that an app asks for by its header `Retry-After`, as the `inMs` of a `LaterReceipt`: from 1 s to one hour.
 * Reads whole seconds (RFC 9110, §10.2.3).
 * @returns `undefined` for everything else, a date included: the default pause holds then
 */
export function retryAfterMs(value: string | null | undefined): number | undefined {
  const seconds = value?.trim() ?? "";
  if (!/^\d+$/.test(seconds)) return undefined;
  return Math.min(longestAskedPauseMs, Math.max(shortestPauseMs, 1_000 * Number(seconds)));
}
