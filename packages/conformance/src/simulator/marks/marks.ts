import { deliveryMarks } from "./delivery-marks.ts";
import type { Mark } from "./mark.ts";
import type { Run } from "../judge/run.ts";
import { runMarks } from "./run-marks.ts";

/** All that must be seen over a run of many seeds. */
export const marks: readonly Mark[] = [...deliveryMarks, ...runMarks];

/** The marks that one run has hit, by name. */
export function marksOf(run: Run): readonly string[] {
  return marks.filter(({ isHit }) => isHit(run)).map(({ name }) => name);
}
