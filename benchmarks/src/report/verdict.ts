import type { Figure } from "../figure.ts";
import { holds } from "../key.ts";

/**
 * Whether a figure reaches its goal or its floor. `unsure`: the median misses the floor, and some round holds it. So the
 * difference is within the spread. `MISSED`: every round misses it.
 */
export type Verdict = "goal" | "floor" | "unsure" | "MISSED";

export function verdictOf({ key, value, rounds }: Figure): Verdict {
  if (holds(key, value, key.goal)) return "goal";
  if (holds(key, value, key.floor)) return "floor";
  return rounds.some((round) => holds(key, round, key.floor)) ? "unsure" : "MISSED";
}
