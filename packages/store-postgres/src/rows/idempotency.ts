import { waitingLimit } from "@parley/core";
import { sequencesOf, type Stored } from "@parley/core/sql-store";
import { columns, writesOf } from "../statements/columns.ts";
import { givenRows } from "../statements/given-rows.ts";
import { PairMap } from "../statements/pair-map.ts";
import type { Session } from "../connection/session.ts";
import { statement, type Write } from "../statements/statement.ts";

interface KeyRow extends Stored {
  readonly conversation: number;
  /** As JSON: the caller's key may be any text, and lone surrogates would all become the same character in UTF-8. */
  readonly key: string;
  readonly acceptedAt: number;
}

const find =
  statement(`select i.conversation, i.key, i.accepted_at as "acceptedAt", i.first, i.count
  from ${givenRows("asked", "conversation bigint, key text")}
  join idempotency_keys i on i.conversation = asked.conversation and i.key = asked.key`);
const insert =
  statement(`insert into idempotency_keys (conversation, key, accepted_at, first, count)
  select * from ${givenRows("u", "conversation bigint, key text, accepted_at bigint, first bigint, count integer")}`);
const unused = statement(`delete from idempotency_keys k
  where k.conversation = $1 and k.first > $2 and k.first <= $3 and not exists (select 1 from deliveries d
    where d.conversation = k.conversation and d.sequence >= k.first and d.sequence < k.first + k.count)`);
const forget = statement("delete from idempotency_keys where conversation = $1");

/** The idempotency keys that one call uses. Written together at the end. */
export class IdempotencyKeys {
  readonly #rows = new PairMap<number, string, KeyRow>();
  readonly #changed = new PairMap<number, string, KeyRow>();

  async load(
    session: Session,
    asked: readonly { readonly conversation: number; readonly key: string }[],
  ): Promise<void> {
    if (asked.length === 0) return;
    const conversations = asked.map(({ conversation }) => conversation);
    const keys = asked.map(({ key }) => safe(key));
    const rows = await session.rows<KeyRow>(find, conversations, keys);
    for (const row of rows) this.#rows.set(row.conversation, row.key, row);
  }

  /** What an earlier send with this key stored. */
  find(conversation: number, key: string): readonly number[] | null {
    const row = this.#rows.get(conversation, safe(key));
    return row === undefined ? null : sequencesOf(row);
  }

  remember(conversation: number, key: string, stored: Omit<KeyRow, "conversation" | "key">): void {
    const row = { ...stored, conversation, key: safe(key) };
    this.#rows.set(conversation, row.key, row);
    this.#changed.set(conversation, row.key, row);
  }

  /** The new keys. */
  writes(): readonly Write[] {
    return writesOf(insert, this.#changed.values(), (rows) =>
      columns(rows, "conversation", "key", "acceptedAt", "first", "count"),
    );
  }
}

/** Forgets the keys of deliveries that were deleted, unless another part of their message is kept. */
export function forgetUnusedKeys(
  session: Session,
  conversation: number,
  sequences: readonly number[],
): void {
  const [first, last] = [Math.min(...sequences), Math.max(...sequences)];
  session.run(unused, conversation, first - waitingLimit, last);
}

export function forgetKeys(session: Session, conversation: number): void {
  session.run(forget, conversation);
}

function safe(key: string): string {
  return JSON.stringify(key);
}
