import { readAcknowledgement } from "./acknowledgement.ts";
import type { AcknowledgementKnobs } from "../knobs.ts";

type Acknowledge = AcknowledgementKnobs["acknowledge"];

/**
 * The values of the knob, strictest first (ruling 14). One may refuse what a stricter one takes: `affirmative` weighs every
 * field, and `result-ok` only one.
 */
const values: readonly Acknowledge[] = ["result-ok", "affirmative", "any-2xx"];

/** Whether an answer is a valid positive response under this value of the knob `acknowledge`. */
export function takesAnswer(
  acknowledge: Acknowledge,
  status: number,
  body: Uint8Array,
  truncated = false,
): boolean {
  return readAcknowledgement(status, body, truncated, { acknowledge }).kind === "positive";
}

/** The strictest value of the knob that takes one answer; `null`: none does. */
export function strictestAcknowledge(
  status: number,
  body: Uint8Array,
  truncated = false,
): Acknowledge | null {
  return values.find((value) => takesAnswer(value, status, body, truncated)) ?? null;
}

/** Whether one value of the knob comes before another. */
export function isStricter(one: Acknowledge, other: Acknowledge): boolean {
  return values.indexOf(one) < values.indexOf(other);
}

/** The values before this one, strictest first. */
export function stricterValues(acknowledge: Acknowledge): readonly Acknowledge[] {
  return values.slice(0, values.indexOf(acknowledge));
}
