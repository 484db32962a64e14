import { join } from "node:path";
import { say } from "../report/progress.ts";
import { optionsOf, serveParent } from "../process/serve-parent.ts";
import { median } from "../statistics.ts";
import { budgetOf, openStore, type OpenedStore } from "./opened-store.ts";
import { fillHistory, type History, settleAll, visitorMessage } from "./settled-history.ts";
import { checkCommit } from "./stored.ts";

/** Number of batches of appends, claims and settlements on random conversations of each file. */
export interface BatchOrder {
  readonly batches: number;
  readonly size: number;
}

/** Medians over the batches of one file. */
export interface BatchTimes {
  readonly appendMs: number;
  readonly claimMs: number;
  readonly settleMs: number;
}

/** The process that holds both files open, so that both use equally warm code. */
const { directory, histories } = optionsOf<{
  readonly directory: string;
  /** By the name of the file's directory. */
  readonly histories: Readonly<Record<string, History>>;
}>();
const stores = new Map<string, OpenedStore>();
let numbered = 1_000_000;

for (const [name, history] of Object.entries(histories)) {
  const store = await openStore(join(directory, name));
  await fillHistory(store.messages, history, progressOf(history));
  stores.set(name, store);
}

serveParent({
  ready: true,
  answer: runBatches,
  stop: async () => {
    for (const store of stores.values()) await store.close();
  },
});

/** Files take turns batch by batch, so that disturbances affect both equally. @returns by file. */
async function runBatches({ batches, size }: BatchOrder): Promise<Record<string, BatchTimes>> {
  const times = new Map<string, BatchTimes[]>(stores.keys().map((file) => [file, []]));
  for (let batch = 0; batch < batches; batch += 1)
    for (const [file, store] of stores) {
      const writers = randomWriters(histories[file]?.conversations ?? 0, size);
      times.get(file)?.push(await runBatch(store, writers));
    }
  return Object.fromEntries([...times].map(([file, all]) => [file, mediansOf(all)]));
}

function mediansOf(times: readonly BatchTimes[]): BatchTimes {
  return {
    appendMs: median(times.map(({ appendMs }) => appendMs)),
    claimMs: median(times.map(({ claimMs }) => claimMs)),
    settleMs: median(times.map(({ settleMs }) => settleMs)),
  };
}

async function runBatch(
  { messages }: OpenedStore,
  writers: readonly number[],
): Promise<BatchTimes> {
  numbered += 1;
  const appends = writers.map((writer) => visitorMessage(writer, numbered));
  const startedAt = performance.now();
  const stored = await messages.commit({ appends, settlements: [] }, Date.now(), budgetOf(0));
  const appendedAt = performance.now();
  const leases = await messages.claim(Date.now(), budgetOf(writers.length));
  const claimedAt = performance.now();
  await settleAll(messages, leases);
  const settledAt = performance.now();
  checkCommit({ ...stored, leases }, writers.length);
  return {
    appendMs: appendedAt - startedAt,
    claimMs: claimedAt - appendedAt,
    settleMs: settledAt - claimedAt,
  };
}

function randomWriters(conversations: number, size: number): readonly number[] {
  const writers = new Set<number>();
  while (writers.size < size) writers.add(Math.floor(Math.random() * conversations));
  return [...writers];
}

function progressOf({ conversations, perConversation }: History): (stored: number) => void {
  const startedAt = performance.now();
  const all = conversations * perConversation;
  let next = 500_000;
  return (stored) => {
    if (stored < next) return;
    next += 500_000;
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    say(`  ${stored.toLocaleString("en")} of ${all.toLocaleString("en")} messages, ${seconds} s`);
  };
}
