import type { Figure } from "../figure.ts";
import { holds } from "../key.ts";

/** Whether a figure reaches its goal or its floor. */
export type Verdict = "goal" | "floor" | "MISSED";

export function verdictOf({ key, value }: Figure): Verdict {
  if (holds(key, value, key.goal)) return "goal";
  return holds(key, value, key.floor) ? "floor" : "MISSED";
}
