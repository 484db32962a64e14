import type { Promises } from "./promises.ts";
import type { Recovered } from "./recovered.ts";

/** What is wrong with a store after the power's return; each zero in a good one. */
export interface Verdict {
  /** Acknowledged messages, and channels, that are not there. */
  readonly lost: number;
  readonly outOfOrder: number;
  /** Attempts that the integrating system may have seen and the store does not remember: one could be a fourth. */
  readonly forgottenAttempts: number;
  readonly damaged: 0 | 1;
}

/** Compares what was promised with what is there. A text that was on its way in may be there, or not. */
export function judge(promises: Promises, found: Recovered): Verdict {
  const lostTexts = [...promises.accepted].map(([sender, count]) =>
    Math.max(0, count - (found.numbers.get(sender)?.length ?? 0)),
  );
  const lostChannels = [...promises.channels].filter((id) => !found.channels.has(id));
  return {
    lost: sum(lostTexts) + lostChannels.length,
    outOfOrder: sum([...found.numbers.values()].map(misplaced)),
    forgottenAttempts: sum([...promises.attempts].map((seen) => forgotten(seen, found))),
    damaged: found.integrity === "ok" ? 0 : 1,
  };
}

/** Numbers are given without gaps from 0, so each must stand at its own place. */
function misplaced(numbers: readonly number[]): number {
  return numbers.filter((number, index) => number !== index).length;
}

function forgotten([text, seen]: readonly [string, number], found: Recovered): number {
  if (!found.waiting.has(text)) return 0;
  return Math.max(0, seen - (found.attempts.get(text) ?? 0));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
