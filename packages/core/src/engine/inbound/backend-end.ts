import type { AttemptOutcome } from "../../model/attempt.ts";
import type { Receipt } from "../../ports/agent-backend.ts";
import { isLaterReceipt } from "../pauses/asked-pause.ts";

/**
 * How a call to the backend ended. `failed`: it threw, did not answer in time, its lease was dropped, or there was no
 * call, because an earlier one of the lane still ran.
 */
export type BackendEnd = Receipt | { readonly outcome: "failed"; readonly isCalled: boolean };

/** How a call ended that counts as an attempt. */
export type CountedEnd = Exclude<BackendEnd, { outcome: "later" }>;

/** The recorded outcome of a call. A failed one is followed by another attempt later. */
export function outcomeOf({ outcome }: CountedEnd): AttemptOutcome {
  return outcome === "failed" ? "later" : outcome;
}

/** A plugin in plain JavaScript may return anything. A value that is not a receipt counts as an error. */
export function isReceipt(end: BackendEnd | null | undefined): end is Receipt {
  if (end?.outcome === "rejected") return typeof end.reason === "string";
  return end?.outcome === "taken" || (end?.outcome === "later" && isLaterReceipt(end));
}
