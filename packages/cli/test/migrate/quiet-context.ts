import type { CommandContext } from "../../src/command-context.ts";

/** Shows no progress, and is never interrupted. */
export const quietContext: Pick<CommandContext, "progress" | "signal"> = {
  signal: new AbortController().signal,
  progress: () => ({ update: () => {}, end: () => {} }),
};
