import type { Run } from "./run.ts";

export function marksOf(run: Run): readonly string[] {
  void run;
  return [];
}
