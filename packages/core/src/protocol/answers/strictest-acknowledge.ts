import { readAcknowledgement } from "./acknowledgement.ts";
import type { AcknowledgementKnobs } from "../knobs.ts";

type Acknowledge = AcknowledgementKnobs["acknowledge"];

/**
 * The values of the knob, strictest first (ruling 14). A looser value can still refuse an answer that a stricter
 * one accepts: `affirmative` looks at every field, `result-ok` at one.
 */
const values: readonly Acknowledge[] = ["result-ok", "affirmative", "any-2xx"];

/** Whether an answer is a valid positive response when the knob `acknowledge` has this value. */
export function takesAnswer(
  acknowledge: Acknowledge,
  status: number,
  body: Uint8Array,
  truncated = false,
): boolean {
  return readAcknowledgement(status, body, truncated, { acknowledge }).kind === "positive";
}

/** The strictest value that accepts an answer; `null` when none does. */
export function strictestAcknowledge(
  status: number,
  body: Uint8Array,
  truncated = false,
): Acknowledge | null {
  return values.find((value) => takesAnswer(value, status, body, truncated)) ?? null;
}

/** Whether `one` is stricter than `other`. */
export function isStricter(one: Acknowledge, other: Acknowledge): boolean {
  return values.indexOf(one) < values.indexOf(other);
}

/** The values stricter than this one, strictest first. */
export function stricterValues(acknowledge: Acknowledge): readonly Acknowledge[] {
  return values.slice(0, values.indexOf(acknowledge));
}
