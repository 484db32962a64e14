import type { DoorRequest } from "@parley/core";
import { headerOf } from "./request-check.ts";

/** How far a request's own time may be from the clock, either way. */
const replayWindowMs = 5 * 60_000;

/** Where a signed request tells its time. */
export interface SignedTime {
  /** In lower case. What it holds must be part of what is signed. */
  readonly header: string;
  /** `seconds` and `milliseconds` are counted from 1970; `iso` is such as `2026-01-31T12:00:00Z`. */
  readonly unit: "seconds" | "milliseconds" | "iso";
  /** The clock, in epoch milliseconds. */
  readonly now: () => number;
}

/** Whether a request's time is at most five minutes away. */
export function isRecent(request: DoorRequest, { header, unit, now }: SignedTime): boolean {
  const instant = instantOf(headerOf(request, header) ?? "", unit);
  return Math.abs(now() - instant) <= replayWindowMs;
}

/** `NaN` for what is no time. */
function instantOf(text: string, unit: SignedTime["unit"]): number {
  if (unit === "iso") return isoForm.test(text) ? Date.parse(text) : Number.NaN;
  if (!/^[1-9]\d{0,14}$/.test(text)) return Number.NaN;
  return unit === "seconds" ? 1_000 * Number(text) : Number(text);
}

/** With its offset: a time without one would be read in the zone of this machine. */
const isoForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/;
