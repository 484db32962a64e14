import { type EntryKind, entryKinds, type StoreExport, type StoreImport } from "@parley/core";
import type { CommandContext } from "../command-context.ts";
import { EntryDigest, type EntryTotals } from "./entry-digest.ts";
import { readEntries } from "./read-entries.ts";

/** The two stores of a move, and the contents of the target. */
export interface StoreMove {
  readonly source: StoreExport;
  readonly target: StoreImport;
  readonly written: StoreExport;
  readonly context: Pick<CommandContext, "progress" | "signal">;
}

/** Contents of both sides, by kind. */
export type MovedEntries = Readonly<Record<EntryKind, EntryTotals>>;

/** The kind of entry in which the two sides differ, and both sums. */
export interface Difference {
  readonly kind: EntryKind;
  readonly source: EntryTotals;
  readonly target: EntryTotals;
}

/** Result of a move so far. `isOld`: an earlier run had finished it. */
export type Verified =
  | { readonly isSame: true; readonly isOld: boolean; readonly moved: MovedEntries }
  | { readonly isSame: false; readonly isOld: boolean; readonly difference: Difference };

/**
 * Moves the remaining entries, then reads and compares both sides. The caller must keep gateways out of the target.
 * @throws ParleyError `move-not-empty` and those of the stores; the reason of the context's signal
 */
export async function moveStore(move: StoreMove): Promise<Verified> {
  const counts = await move.source.counts();
  const { isFinished, kinds } = await move.target.begin(JSON.stringify(counts));
  const total = entryKinds.reduce((sum, kind) => sum + counts[kind], 0);
  const taken = entryKinds.reduce((sum, kind) => sum + kinds[kind].taken, 0);
  const moving = counter(move, "Moving", total, taken);
  try {
    for (const kind of isFinished ? [] : entryKinds)
      if (!kinds[kind].isComplete) await moveKind(move, kind, kinds[kind].cursor, moving.add);
  } finally {
    moving.end();
  }
  return { isOld: isFinished, ...(await compare(move, 2 * total)) };
}

async function moveKind(
  { source, target, context }: StoreMove,
  kind: EntryKind,
  cursor: string | null,
  onTaken: (entries: number) => void,
): Promise<void> {
  for await (const page of readEntries(source, kind, cursor, context.signal)) {
    await target.take(kind, page);
    onTaken(page.entries.length);
  }
}

type Compared =
  | { readonly isSame: true; readonly moved: MovedEntries }
  | { readonly isSame: false; readonly difference: Difference };

async function compare(move: StoreMove, total: number): Promise<Compared> {
  const checking = counter(move, "Checking", total, 0);
  const moved: [EntryKind, EntryTotals][] = [];
  try {
    for (const kind of entryKinds) {
      const source = await sumOf(move.source, kind, move, checking.add);
      const target = await sumOf(move.written, kind, move, checking.add);
      if (source.digest !== target.digest || source.entries !== target.entries)
        return { isSame: false, difference: { kind, source, target } };
      moved.push([kind, source]);
    }
  } finally {
    checking.end();
  }
  return { isSame: true, moved: Object.fromEntries(moved) as MovedEntries };
}

async function sumOf(
  store: StoreExport,
  kind: EntryKind,
  { context }: StoreMove,
  onRead: (entries: number) => void,
): Promise<EntryTotals> {
  const digest = new EntryDigest();
  for await (const { entries } of readEntries(store, kind, null, context.signal)) {
    for (const entry of entries) digest.add(entry);
    onRead(entries.length);
  }
  return digest.sum;
}

function counter({ context }: StoreMove, label: string, total: number, from: number) {
  const progress = context.progress(label, total);
  let done = from;
  progress.update(done, total);
  return { add: (entries: number) => progress.update((done += entries)), end: progress.end };
}
