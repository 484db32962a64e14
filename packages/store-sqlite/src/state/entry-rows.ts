import type { StoredEntry } from "@parley/core";
import { claimableAt } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { Value } from "../connection/statement-runner.ts";

/** An entry's columns, as `entryColumns` names them. */
export interface EntryColumns extends Omit<StoredEntry, "isWoken" | "isErased" | "claim"> {
  readonly woken: number;
  readonly erased: number;
  readonly claimToken: string | null;
  readonly claimUntil: number | null;
}

export const entryColumns = `key, value, version, conversation_id as conversationId, due, expires_at as expiresAt, woken,
  claim_token as claimToken, claim_until as claimUntil, failures, erased`;
const select = `select ${entryColumns} from plugin_entries where`;
const find = `${select} instance = ? and key = ?`;
const save = `insert or replace into plugin_entries (instance, key, value, version, conversation_id, due, expires_at, woken,
  claim_token, claim_until, failures, erased, claimable_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const remove = "delete from plugin_entries where instance = ? and key = ?";

export function findEntry(
  connection: Connection,
  instance: string,
  key: string,
): StoredEntry | null {
  const row = connection.get<EntryColumns>(find, instance, key);
  return row === undefined ? null : entryOf(row);
}

/** Finds entries. The condition should start with the columns of an index. */
export function findEntries(
  connection: Connection,
  condition: string,
  ...values: Value[]
): readonly StoredEntry[] {
  return connection.all<EntryColumns>(`${select} ${condition}`, ...values).map(entryOf);
}

/** `null`: deletes it. */
export function saveEntry(
  connection: Connection,
  instance: string,
  key: string,
  entry: StoredEntry | null,
): void {
  if (entry === null) connection.run(remove, instance, key);
  else connection.run(save, instance, key, ...valuesOf(entry));
}

/** The values of all columns behind the key. */
function valuesOf(entry: StoredEntry): readonly Value[] {
  const { value, version, conversationId, due, expiresAt, isWoken, claim, failures } = entry;
  return [
    value,
    version,
    conversationId,
    due,
    expiresAt,
    Number(isWoken),
    claim?.token ?? null,
    claim?.until ?? null,
    failures,
    Number(entry.isErased),
    claimableAt(entry),
  ];
}

/** The entry of a row that may have other columns. */
export function entryOf(row: EntryColumns): StoredEntry {
  const { key, value, version, conversationId, due, expiresAt, failures } = row;
  const { claimToken: token, claimUntil: until } = row;
  const claim = token === null || until === null ? null : { token, until };
  const [isWoken, isErased] = [row.woken === 1, row.erased === 1];
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
