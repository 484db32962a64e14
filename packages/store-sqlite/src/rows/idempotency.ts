import { waitingLimit } from "@parley/core";
import { sequencesOf, type Stored } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";

const find = "select first, count from idempotency_keys where conversation = ? and key = ?";
const write =
  "insert into idempotency_keys (conversation, key, accepted_at, first, count) values (?, ?, ?, ?, ?)";
const unused = `delete from idempotency_keys where conversation = +? and first <= +? and first > +?
  and not exists (select 1 from deliveries d where d.conversation = idempotency_keys.conversation
    and d.sequence >= first and d.sequence < first + count)`;

/** What an earlier send with this key stored. `key`: result of `keyText`. */
export function findKey(
  connection: Connection,
  conversation: number,
  key: string,
): readonly number[] | null {
  const row = connection.get<Stored>(find, conversation, key);
  return row === undefined ? null : sequencesOf(row);
}

/** Remembers a key as long as its deliveries are kept. `key`: result of `keyText`. */
export function rememberKey(
  connection: Connection,
  conversation: number,
  key: string,
  { first, count }: Stored,
  now: number,
): void {
  connection.run(write, conversation, key, now, first, count);
}

/** Forgets the key of a delivery that was deleted, unless another part of its message is kept. */
export function forgetKeyOf(connection: Connection, conversation: number, sequence: number): void {
  connection.run(unused, conversation, sequence, sequence - waitingLimit);
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
