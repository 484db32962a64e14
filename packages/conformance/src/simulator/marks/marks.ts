import { deliveryMarks } from "./delivery-marks.ts";
import type { Mark } from "./mark.ts";
import type { Run } from "../judge/run.ts";
import { ownerMarks } from "./owner-marks.ts";
import { pauseMarks } from "./pause-marks.ts";
import { runMarks } from "./run-marks.ts";

/** All marks; many seeds together must hit every one. */
export const marks: readonly Mark[] = [...deliveryMarks, ...pauseMarks, ...ownerMarks, ...runMarks];

/** Names of the marks that one run has hit. */
export function marksOf(run: Run): readonly string[] {
  return marks.filter(({ isHit }) => isHit(run)).map(({ name }) => name);
}
