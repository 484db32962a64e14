import { idempotencyMs, isTimeToSweepKeys } from "@parley/core";
import { sequencesOf, type Stored } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { RecentKeys } from "../write-behind/recent-keys.ts";
import { rowKind } from "../write-behind/row-buffer.ts";

interface KeyRow extends Stored {
  readonly acceptedAt: number;
}

/** The part of a call's work that `rememberKey` needs. */
interface Remembering {
  readonly connection: Connection;
  readonly writeBehind: { readonly keys: RecentKeys };
  readonly grants: { readonly now: number };
}

const find = `select accepted_at as acceptedAt, first, count from idempotency_keys where conversation = ? and key = ?`;
const recent = rowKind(
  "insert into recent_keys (position, conversation, key, accepted_at, first, count) values",
  "(?, ?, ?, ?, ?, ?)",
);
const expire = "delete from idempotency_keys where conversation = ? and accepted_at <= ?";
// Sorted, so that neighbouring keys share pages. When a key was reused, the last entry stays.
const write = `insert or replace into idempotency_keys (conversation, key, accepted_at, first, count)
  select conversation, key, accepted_at, first, count from recent_keys
  where position <= +? order by conversation, key, position`;
const cut = "delete from recent_keys where position <= +?";

/** What an earlier send with this key stored, while the key is remembered. `key`: result of `keyText`. */
export function findKey(
  { connection, writeBehind, grants: { now } }: Remembering,
  conversation: number,
  key: string,
): readonly number[] | null {
  const row =
    writeBehind.keys.find(conversation, key) ??
    connection.getWithoutFlush<KeyRow>(find, conversation, key);
  return row !== undefined && now < row.acceptedAt + idempotencyMs ? sequencesOf(row) : null;
}

/**
 * Remembers the key of the message just stored. `idempotency_keys` is written when the tail is cut. Sometimes deletes
 * the conversation's expired keys. `key`: result of `keyText`.
 */
export function rememberKey(
  { connection, writeBehind, grants: { now } }: Remembering,
  conversation: number,
  key: string,
  { first, count }: Stored,
): void {
  if (isTimeToSweepKeys(first)) connection.run(expire, conversation, now - idempotencyMs);
  const position = connection.positions.last;
  connection.add(recent, position, conversation, key, now, first, count);
  writeBehind.keys.add({ position, conversation, key, acceptedAt: now, first, count });
}

/** Moves keys of the tail, up to a position, to `idempotency_keys`. */
export function writeKeys(connection: Connection, upTo: number): void {
  connection.run(write, upTo);
  connection.run(cut, upTo);
}

export function forgetKeys(connection: Connection, conversation: number): void {
  connection.run("delete from idempotency_keys where conversation = ?", conversation);
}

/**
 * A key in its stored form. The caller's key may be any text; lone surrogates would all become the same character in
 * UTF-8. The result is a copied string. A caller's key may be a slice that keeps a longer string in memory.
 */
export function keyText(key: string): string {
  return JSON.stringify(key);
}
