import type { StateBatch, WriteAnswer } from "@parley/core";
import { keysOf } from "@parley/core/sql-store";
import type { Session } from "../connection/session.ts";
import type { BatchFacts } from "./batch-facts.ts";
import { type EntryPlace, entryOf, lockEntries, saveChanges } from "./entry-rows.ts";
import { lockInstances, saveInstances } from "./instance-rows.ts";
import { LockedInstance } from "./locked-instance.ts";

/**
 * Locks instances and entries, applies the batches in order, and sends what changed. The commit waits for it.
 * @param facts of `lockFacts` or `factsOf`. Their locks come first, but all are sent in one round trip.
 * @returns one answer per batch
 */
export async function writeBatches(
  session: Session,
  batches: readonly StateBatch[],
  facts: BatchFacts | Promise<BatchFacts>,
  now: number,
): Promise<readonly WriteAnswer[]> {
  const [known, rows, entries] = await Promise.all([
    facts,
    lockInstances(
      session,
      batches.map(({ instance }) => instance),
    ),
    lockEntries(session, placesOf(batches)),
  ]);
  const instances = new Map(rows.map((row) => [row.name, new LockedInstance(row)]));
  for (const row of entries) instanceOf(instances, row.instance).keep(entryOf(row));
  const answers = batches.map((batch) =>
    instanceOf(instances, batch.instance).apply(batch, known, now),
  );
  save(session, [...instances.values()]);
  return answers;
}

function save(session: Session, instances: readonly LockedInstance[]): void {
  saveChanges(
    session,
    instances.flatMap(({ changes }) => changes),
  );
  saveInstances(
    session,
    instances.flatMap(({ row }) => row ?? []),
  );
}

/** Each entry once: batches of one instance often share some. */
function placesOf(batches: readonly StateBatch[]): readonly EntryPlace[] {
  const keys = new Map<string, Set<string>>();
  for (const batch of batches) {
    const known = keys.get(batch.instance) ?? new Set();
    for (const key of keysOf(batch)) known.add(key);
    keys.set(batch.instance, known);
  }
  return [...keys].flatMap(([instance, its]) => [...its].map((key) => ({ instance, key })));
}

function instanceOf(instances: ReadonlyMap<string, LockedInstance>, name: string): LockedInstance {
  const instance = instances.get(name);
  if (instance === undefined) throw new Error("a plugin's instance was used without its lock");
  return instance;
}
