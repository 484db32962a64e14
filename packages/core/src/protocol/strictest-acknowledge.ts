import { readAcknowledgement } from "./acknowledgement.ts";
import type { AcknowledgementKnobs } from "./knobs.ts";

type Acknowledge = AcknowledgementKnobs["acknowledge"];

/** The values of the knob, strictest first (ruling 14). */
const values: readonly Acknowledge[] = ["result-ok", "affirmative", "any-2xx"];

/** The strictest value of the knob `acknowledge` that takes an answer; `null`: none does. */
export function strictestAcknowledge(
  status: number,
  body: Uint8Array,
  truncated = false,
): Acknowledge | null {
  const takes = (acknowledge: Acknowledge) =>
    readAcknowledgement(status, body, truncated, { acknowledge }).kind === "positive";
  return values.find(takes) ?? null;
}

/** Whether one value of the knob takes less than another. */
export function isStricter(one: Acknowledge, other: Acknowledge): boolean {
  return values.indexOf(one) < values.indexOf(other);
}
