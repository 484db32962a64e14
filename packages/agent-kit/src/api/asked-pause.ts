import { retryAfterMs } from "@parley/core";
import { type ApiAnswer, headerOf } from "./api-answer.ts";

/** RFC 9110, §5.6.7: the only form that a sender may use. */
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * The pause that an answer asks for by `Retry-After`, 1 s to one hour; `undefined` for none. A date counts from the
 * answer's own `Date`, so that the clocks need not agree.
 */
export function askedPauseMs(answer: ApiAnswer): number | undefined {
  const value = headerOf(answer, "retry-after")?.trim() ?? "";
  const until = instantOf(value);
  const from = dateOf(answer);
  if (until === null || from === null) return retryAfterMs(value);
  return retryAfterMs(String(Math.max(0, Math.ceil((until - from) / 1_000))));
}

/** The app's own time as its header `Date` tells it, in epoch milliseconds; `null` when it tells none. */
export function dateOf(answer: ApiAnswer): number | null {
  return instantOf(headerOf(answer, "date")?.trim() ?? "");
}

function instantOf(text: string): number | null {
  const instant = httpDate.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? null : instant;
}
