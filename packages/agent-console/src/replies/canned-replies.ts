import type { Clock, Random } from "@parley/core";
import { type RawBuilder, sql } from "kysely";
import type { ConsoleDatabase, Queries } from "../database/console-database.ts";

/** A text that agents insert by its shortcut. */
export interface CannedReply {
  readonly id: string;
  /** Unique among the shared ones, and among an agent's own. */
  readonly shortcut: string;
  readonly text: string;
  /** Whether all agents have it. Otherwise it is the agent's own. */
  readonly shared: boolean;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

export type ReplyChange = Partial<Pick<CannedReply, "shortcut" | "text">>;

interface Row extends Omit<CannedReply, "shared"> {
  readonly ownerId: string;
}

/** Stands for all agents. No account has this id. */
const everybody = "";
/** Of one owner. A page loads all of them at once. */
export const repliesLimit = 200;

/** Canned replies: shared by all agents, or an agent's own. Nobody else sees or changes an agent's own ones. */
export class CannedReplies {
  readonly #database: Pick<ConsoleDatabase, "queries" | "runExclusively">;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor(
    database: Pick<ConsoleDatabase, "queries" | "runExclusively">,
    clock: Clock,
    random: Random,
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#random = random;
  }

  /** The shared ones and the agent's own. */
  list(accountId: string): Promise<readonly CannedReply[]> {
    return rowsOf(this.#database.queries, this.#seenBy(accountId));
  }

  /** `null` when there is none that this agent sees. */
  async find(id: string, accountId: string): Promise<CannedReply | null> {
    const condition = sql`id = ${id} and ${this.#seenBy(accountId)}`;
    return (await rowsOf(this.#database.queries, condition))[0] ?? null;
  }

  add(
    { shortcut, text, shared }: Omit<CannedReply, "id" | "changedAt">,
    accountId: string,
  ): Promise<CannedReply | "taken" | "too-many"> {
    const id = this.#random.token(16);
    const changedAt = this.#clock.now();
    const owner = shared ? everybody : accountId;
    return this.#database.runExclusively(async (queries) => {
      const others = await rowsOf(queries, sql`owner_id = ${owner}`);
      if (others.length >= repliesLimit) return "too-many";
      if (others.some((other) => other.shortcut === shortcut)) return "taken";
      await sql`insert into canned_reply (id, owner_id, shortcut, text, changed_at)
        values (${id}, ${owner}, ${shortcut}, ${text}, ${changedAt})`.execute(queries);
      return { id, shortcut, text, shared, changedAt };
    });
  }

  /** The caller has checked that the agent may change it. */
  change(
    { id, shared }: CannedReply,
    change: ReplyChange,
    accountId: string,
  ): Promise<CannedReply | "unknown" | "taken"> {
    const owner = shared ? everybody : accountId;
    const changedAt = this.#clock.now();
    return this.#database.runExclusively(async (queries) => {
      const all = await rowsOf(queries, sql`owner_id = ${owner}`);
      const old = all.find((reply) => reply.id === id);
      if (old === undefined) return "unknown";
      const changed = { ...old, ...change, changedAt };
      if (all.some((other) => other.id !== id && other.shortcut === changed.shortcut))
        return "taken";
      await sql`update canned_reply set shortcut = ${changed.shortcut}, text = ${changed.text},
        changed_at = ${changedAt} where id = ${id}`.execute(queries);
      return changed;
    });
  }

  /** The caller has checked that the agent may delete it. */
  async remove({ id }: CannedReply): Promise<void> {
    await sql`delete from canned_reply where id = ${id}`.execute(this.#database.queries);
  }

  #seenBy(accountId: string): RawBuilder<unknown> {
    return sql`owner_id in (${everybody}, ${accountId})`;
  }
}

async function rowsOf(
  queries: Queries,
  condition: RawBuilder<unknown>,
): Promise<readonly CannedReply[]> {
  const { rows } = await sql<Row>`select id, owner_id as "ownerId", shortcut, text,
    changed_at as "changedAt" from canned_reply where ${condition}`.execute(queries);
  return rows
    .map(({ ownerId, ...row }) => ({ ...row, shared: ownerId === everybody }))
    .toSorted((one, other) => compare(one.shortcut, other.shortcut) || compare(one.id, other.id));
}

/** Not by the database: its order depends on its locale. */
function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
