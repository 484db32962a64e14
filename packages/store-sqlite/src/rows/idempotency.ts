import { idempotencyMs, isTimeToSweepKeys } from "@parley/core";
import { sequencesOf, type Stored } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { RecentKeys } from "../write-behind/recent-keys.ts";
import { rowKind } from "../write-behind/row-buffer.ts";

interface KeyRow extends Stored {
  readonly acceptedAt: number;
}

/** What remembering needs of a call's work. */
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
// Sorted, so that neighbours share pages; of a key that was used again, the last one stays.
const write = `insert or replace into idempotency_keys (conversation, key, accepted_at, first, count)
  select conversation, key, accepted_at, first, count from recent_keys
  where position <= +? order by conversation, key, position`;
const cut = "delete from recent_keys where position <= +?";

/** What an earlier send with this key stored, while the key is remembered. `key`: its `keyText`. */
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
 * Remembers the key of what was stored last; `idempotency_keys` is written when the tail is cut. Now and then those of the
 * same conversation that have had their time go. `key`: its `keyText`.
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

/** Brings keys of the tail up to a position to the others. */
export function writeKeys(connection: Connection, upTo: number): void {
  connection.run(write, upTo);
  connection.run(cut, upTo);
}

export function forgetKeys(connection: Connection, conversation: number): void {
  connection.run("delete from idempotency_keys where conversation = ?", conversation);
}

/**
 * A key as it is kept. A caller's may be any text; lone surrogates would all become one character in UTF-8. What comes of
 * it is a text of its own, while a caller's may be a part of a longer one, which memory would keep with it.
 */
export function keyText(key: string): string {
  return JSON.stringify(key);
}
