import { idempotencyMs, isTimeToSweepKeys } from "@parley/core";
import { sequencesOf, type Stored } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";

interface KeyRow extends Stored {
  readonly acceptedAt: number;
}

const find = `select accepted_at as acceptedAt, first, count from idempotency_keys where conversation = ? and key = ?`;
const write =
  "insert or replace into idempotency_keys (conversation, key, accepted_at, first, count) values (?, ?, ?, ?, ?)";
const expire = "delete from idempotency_keys where conversation = ? and accepted_at <= ?";

/** What an earlier send with this key stored, while the key is remembered. `key`: result of `keyText`. */
export function findKey(
  connection: Connection,
  conversation: number,
  key: string,
  now: number,
): readonly number[] | null {
  const row = connection.get<KeyRow>(find, conversation, key);
  return row !== undefined && now < row.acceptedAt + idempotencyMs ? sequencesOf(row) : null;
}

/** Remembers a key. Sometimes deletes the conversation's expired keys. `key`: result of `keyText`. */
export function rememberKey(
  connection: Connection,
  conversation: number,
  key: string,
  { first, count }: Stored,
  now: number,
): void {
  if (isTimeToSweepKeys(first)) connection.run(expire, conversation, now - idempotencyMs);
  connection.run(write, conversation, key, now, first, count);
}

export function forgetKeys(connection: Connection, conversation: number): void {
  connection.run("delete from idempotency_keys where conversation = ?", conversation);
}

/**
 * A key in its stored form. The caller's key may be any text; lone surrogates would all become the same character in
 * UTF-8.
 */
export function keyText(key: string): string {
  return JSON.stringify(key);
}
