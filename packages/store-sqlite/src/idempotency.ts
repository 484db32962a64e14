import { idempotencyMs, isTimeToSweepKeys } from "@parley/core";
import type { Connection } from "./connection.ts";
import { sequencesOf, type Stored } from "./sequences.ts";

interface KeyRow extends Stored {
  readonly acceptedAt: number;
}

const find = `select accepted_at as acceptedAt, first, count from idempotency_keys where conversation = ? and key = ?`;
const replace = `insert or replace into idempotency_keys (conversation, key, accepted_at, first, count)
  values (?, ?, ?, ?, ?)`;
const expire = "delete from idempotency_keys where conversation = ? and accepted_at <= ?";

/** What an earlier send with this key stored, while the key is remembered. */
export function findKey(
  connection: Connection,
  conversation: number,
  key: string,
  now: number,
): readonly number[] | null {
  const row = connection.get<KeyRow>(find, conversation, safe(key));
  return row !== undefined && now < row.acceptedAt + idempotencyMs ? sequencesOf(row) : null;
}

/** Remembers a key; and now and then those of the same conversation that have had their time go. */
export function rememberKey(
  connection: Connection,
  conversation: number,
  key: string,
  row: KeyRow,
): void {
  if (isTimeToSweepKeys(row.first))
    connection.run(expire, conversation, row.acceptedAt - idempotencyMs);
  connection.run(replace, conversation, safe(key), row.acceptedAt, row.first, row.count);
}

export function forgetKeys(connection: Connection, conversation: number): void {
  connection.run("delete from idempotency_keys where conversation = ?", conversation);
}

/** A caller's key may be any text; lone surrogates would all become one character in UTF-8. */
function safe(key: string): string {
  return JSON.stringify(key);
}
