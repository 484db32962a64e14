import type { StoredEntry } from "@parley/core";
import { claimableAt } from "@parley/core/sql-store";
import type { Session } from "../connection/session.ts";
import { columns } from "../statements/columns.ts";
import { givenRows } from "../statements/given-rows.ts";
import { statement } from "../statements/statement.ts";

/** Names an entry. */
export interface EntryPlace {
  readonly instance: string;
  readonly key: string;
}

/** What one call writes about an entry. */
export interface EntryChange extends EntryPlace {
  /** `null`: deleted. */
  readonly entry: StoredEntry | null;
}

/** A row with the columns of `entryColumns`. */
export interface EntryColumns extends Omit<StoredEntry, "claim"> {
  readonly claimToken: string | null;
  readonly claimUntil: number | null;
}

/** An entry with its instance, read under its lock. */
export type LockedEntry = EntryColumns & { readonly instance: string };

/** Columns of an entry `e`. */
export const entryColumns = `e.key, e.value, e.version, e.conversation_id as "conversationId", e.due,
  e.expires_at as "expiresAt", e.woken as "isWoken", e.claim_token as "claimToken", e.claim_until as "claimUntil",
  e.failures, e.erased as "isErased"`;
/** The `from` item whose rows are the entries' places: the parameters `$1` and `$2`. */
export const givenPlaces = givenRows("place", "instance text, key text");
/** Joins an entry `e` to its place. */
export const isAtPlace = "e.instance = place.instance and e.key = place.key";

const locked = statement(`select e.instance, ${entryColumns} from ${givenPlaces}
  join plugin_entries e on ${isAtPlace} order by e.instance, e.key for update of e`);
const changeable = `value = excluded.value, version = excluded.version, conversation_id = excluded.conversation_id,
    due = excluded.due, expires_at = excluded.expires_at, woken = excluded.woken, claim_token = excluded.claim_token,
    claim_until = excluded.claim_until, failures = excluded.failures, erased = excluded.erased,
    claimable_at = excluded.claimable_at`;
const save =
  statement(`insert into plugin_entries (instance, key, value, version, conversation_id, due, expires_at,
    claim_token, claim_until, failures, claimable_at, woken, erased)
  select instance, key, value, version, conversation_id, due, expires_at, claim_token, claim_until, failures,
    claimable_at, woken = 1, erased = 1
  from ${givenRows(
    "u",
    `instance text, key text, value text, version bigint, conversation_id text, due bigint, expires_at bigint,
    claim_token text, claim_until bigint, failures integer, claimable_at bigint, woken smallint, erased smallint`,
  )}
  on conflict (instance, key) do update set ${changeable}`);
const remove = statement(`delete from plugin_entries e using ${givenPlaces} where ${isAtPlace}`);

/** The entry of a row that may have other columns. */
export function entryOf(row: EntryColumns): StoredEntry {
  const { key, value, version, conversationId, due, expiresAt, failures } = row;
  const { isWoken, isErased, claimToken: token, claimUntil: until } = row;
  const claim = token === null || until === null ? null : { token, until };
  return {
    key,
    value,
    version,
    conversationId,
    due,
    expiresAt,
    isWoken,
    claim,
    failures,
    isErased,
  };
}

/** Locks and reads entries. Call it after the locks of their instances. All calls lock in the order of the keys. */
export async function lockEntries(
  session: Session,
  places: readonly EntryPlace[],
): Promise<readonly LockedEntry[]> {
  return session.rows<LockedEntry>(locked, ...columns(places, "instance", "key"));
}

/** Writes the changes of locked instances, at most one for each entry. */
export function saveChanges(session: Session, changes: readonly EntryChange[]): void {
  const gone = changes.filter(({ entry }) => entry === null);
  const kept = changes.flatMap(({ instance, entry }) =>
    entry === null ? [] : rowOf(instance, entry),
  );
  if (gone.length > 0) session.run(remove, ...columns(gone, "instance", "key"));
  if (kept.length > 0) session.run(save, ...savedColumns(kept));
}

function savedColumns(rows: readonly ReturnType<typeof rowOf>[]) {
  return [
    ...columns(rows, "instance", "key", "value", "version", "conversationId", "due", "expiresAt"),
    ...columns(rows, "claimToken", "claimUntil", "failures", "claimableAt", "woken", "erased"),
  ];
}

function rowOf(instance: string, entry: StoredEntry) {
  return {
    ...entry,
    instance,
    claimToken: entry.claim?.token ?? null,
    claimUntil: entry.claim?.until ?? null,
    claimableAt: claimableAt(entry),
    woken: Number(entry.isWoken),
    erased: Number(entry.isErased),
  };
}
