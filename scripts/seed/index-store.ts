import { setImmediate as nextTurn } from "node:timers/promises";
import type { SearchStore } from "@parley/core";
import type { OutputStream } from "../../packages/cli/src/output/output-stream.ts";
import { showProgress } from "../../packages/cli/src/output/progress.ts";
import type { Size } from "./lengths.ts";

/** Messages of one step. */
const stepLimit = 1_000;

/** Fills the search index with an entry for each visitor and message. A gateway does this beside its work, and takes an hour for a million messages. */
export async function indexStore(
  search: SearchStore,
  { conversations, messages }: Size,
  stderr: OutputStream,
  signal: AbortSignal,
): Promise<void> {
  const progress = showProgress(stderr, "search entries", conversations + messages);
  let entries = 0;
  try {
    let isCaughtUp = false;
    while (!isCaughtUp && !signal.aborted) {
      const step = await search.index(Date.now(), stepLimit);
      entries += step.entries;
      progress.update(entries);
      ({ isCaughtUp } = step);
      // SQLite commits within a turn of the event loop. Signals arrive between turns.
      await nextTurn();
    }
  } finally {
    progress.end();
  }
}
