import type { Session } from "../connection/session.ts";
import { columns } from "../statements/columns.ts";
import { type Statement, statement, type Value } from "../statements/statement.ts";
import { type EntryPlace, givenPlaces, isAtPlace } from "./entry-rows.ts";
import { type Freed, lockInstances, lowerCounters } from "./instance-rows.ts";

interface Gone {
  readonly instance: string;
  readonly bytes: number;
}

const lock = statement(`select 1 as one from ${givenPlaces} join plugin_entries e on ${isAtPlace}
  order by e.instance, e.key for update of e`);

/** A statement that deletes those of the given entries for which `condition` holds. Its parameters begin at `$3`. */
export function deletionIf(condition: string): Statement {
  return statement(`delete from plugin_entries e using ${givenPlaces} where ${isAtPlace} and ${condition}
  returning e.instance, octet_length(e.key) + octet_length(e.value) as bytes`);
}

/**
 * Deletes entries under the locks of their instances, and makes room for others.
 * @param deletion of `deletionIf`. It runs after the locks, so it sees what others wrote meanwhile.
 * @param values of its parameters
 * @returns how many were deleted
 */
export async function deleteEntries(
  session: Session,
  places: readonly EntryPlace[],
  deletion: Statement,
  ...values: Value[]
): Promise<number> {
  if (places.length === 0) return 0;
  const given = columns(places, "instance", "key");
  const names = places.map(({ instance }) => instance);
  const [, , gone] = await Promise.all([
    lockInstances(session, names),
    session.rows(lock, ...given),
    session.rows<Gone>(deletion, ...given, ...values),
  ]);
  lowerCounters(session, freedBy(gone));
  return gone.length;
}

function freedBy(gone: readonly Gone[]): readonly Freed[] {
  return [...Map.groupBy(gone, ({ instance }) => instance)].map(([name, all]) => ({
    name,
    entries: all.length,
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  }));
}
