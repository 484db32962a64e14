import { serveParent } from "../process/serve-parent.ts";
import { budgetOf, openStore, type OpenedStore } from "./opened-store.ts";
import { checkCommit } from "./stored.ts";
import { inTemporaryDirectory } from "../process/temporary-directory.ts";
import { visitorAppend } from "./visitor-append.ts";

/** Number of appends per commit, and the duration. */
export interface AppendOrder {
  readonly batch: number;
  readonly writers: number;
  /** Counts only the time inside commits. */
  readonly forMs: number;
}

export interface AppendResult {
  readonly appendsPerSecond: number;
  readonly commitsPerSecond: number;
}

/**
 * The process that appends to a new file for every order. Afterwards it checks that the file contains everything once.
 */
serveParent({
  ready: true,
  answer: (order: AppendOrder) =>
    inTemporaryDirectory(async (directory) => {
      const store = await openStore(directory);
      try {
        return await append(store, order);
      } finally {
        await store.close();
      }
    }),
  stop: async () => {},
});

async function append(store: OpenedStore, order: AppendOrder): Promise<AppendResult> {
  const { batch, forMs } = order;
  let commits = 0;
  let tookMs = 0;
  for (; tookMs < forMs; commits += 1) {
    const appends = batchOf(order, commits * batch);
    const startedAt = performance.now();
    const result = await store.messages.commit(
      { appends, settlements: [] },
      Date.now(),
      budgetOf(0),
    );
    tookMs += performance.now() - startedAt;
    checkCommit(result, 0);
  }
  await checkAll(store, commits * batch);
  return {
    appendsPerSecond: (commits * batch * 1_000) / tookMs,
    commitsPerSecond: (commits * 1_000) / tookMs,
  };
}

/** Writers take turns, so that a batch has at most one message of each if there are enough of them. */
function batchOf({ batch, writers }: AppendOrder, first: number) {
  return Array.from({ length: batch }, (_, index) => {
    const turn = first + index;
    const told = { writer: turn % writers, number: Math.floor(turn / writers), sentAt: Date.now() };
    return visitorAppend(told.writer % 10, told);
  });
}

async function checkAll({ deliveries }: OpenedStore, appended: number): Promise<void> {
  const { waiting } = (await deliveries.backlog()).inbound;
  if (waiting !== appended) throw new Error(`${waiting} of ${appended} appends are stored`);
}
