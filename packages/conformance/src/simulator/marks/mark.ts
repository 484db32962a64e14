import type { Run } from "../judge/run.ts";

/** Something that must be seen to happen now and then, or the runs prove less than they seem to. */
export interface Mark {
  readonly name: string;
  readonly isHit: (run: Run) => boolean;
}
