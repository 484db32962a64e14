import type { Run } from "../judge/run.ts";

/** A situation that some runs must reach, because otherwise they prove less than they seem to. */
export interface Mark {
  readonly name: string;
  readonly isHit: (run: Run) => boolean;
}
