import { join } from "node:path";

/** Kept in the repository; every run sends each of them again. */
export const regressionsDirectory = join(import.meta.dirname, "../../hostile-input/regressions");

/** One input that once was answered wrongly, as a file that can be sent again. */
export interface Regression {
  readonly name: string;
  readonly why: string;
  /** Latin-1 text of the bytes; `{secret}` is the path's in front of `/shop`, `{loose}` in front of `/loose`. */
  readonly bytes: string;
  /** The statuses that must come; when it is left out, the rules say what must. */
  readonly statuses?: readonly number[];
}
