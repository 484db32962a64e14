import { ParleyError } from "@parley/core";
import type { Database } from "../connection/database.ts";
import { lockKey, moveKey, ownersKey } from "../connection/owner.ts";
import type { Session } from "../connection/session.ts";
import { writePatiently } from "../erase/write-patiently.ts";
import { ownersVersion } from "./schema.ts";
import { type Statement, statement } from "../statements/statement.ts";

const oldestReader = statement(`select oldest_reader as "oldestReader" from parley_schema`);
const lock = statement("select pg_advisory_xact_lock($1::bigint)");
const refuse = statement("select refuse_earlier_nodes($1::integer)");
// Every running node shares the lock of moves. A node with owners shares `ownersKey` before, on the same connection. Both are
// read at once, so that a node that ends meanwhile does not count as an earlier one. It reads no table, so its plan is not
// tested.
const running: Statement = {
  name: "parley_earlier_nodes",
  text: `with held as materialized (
      select pid, (classid::bigint << 32) | objid::bigint as key from pg_locks
      where locktype = 'advisory' and objsubid = 1 and granted and mode = 'ShareLock'
        and database = (select oid from pg_database where datname = current_database()))
    select exists (select from held group by pid
      having bool_or(key = $1::bigint) and not bool_or(key = $2::bigint)) as "isRunning"`,
};

interface Running {
  readonly isRunning: boolean;
}

/** Rolls the refusal back. Its code is one that servers report, so that the connection is used again. */
class EarlierNodeSeen extends Error {
  readonly code = "55000";
}

/**
 * Refuses nodes of versions without owners, before the first owner other than `default` is written. A running one is
 * detected by the locks of its connection. One that starts at the same instant reads that it is refused, or gets no lease:
 * the sequence for its tokens is gone.
 */
export class EarlierNodes {
  readonly #database: Database;
  #isRefused = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @returns whether they are refused from now on; `false`: one is running, and nothing was changed */
  async refuse(): Promise<boolean> {
    this.#isRefused ||= await writePatiently(this.#database, (session) =>
      this.#refuse(session),
    ).catch(seen);
    return this.#isRefused;
  }

  /** @throws ParleyError `earlier-node-running` */
  async require(): Promise<void> {
    if (await this.refuse()) return;
    throw new ParleyError(
      "earlier-node-running",
      `A node of an earlier version, which knows one backend only, uses schema ${this.#database.schema}: stop all nodes of earlier versions, and start this one again.`,
      { retryable: true },
    );
  }

  async #refuse(session: Session): Promise<boolean> {
    const { schema } = this.#database;
    await session.rows(lock, lockKey(`${schema} earlier nodes`));
    const [found] = await session.rows<{ oldestReader: number }>(oldestReader);
    if ((found?.oldestReader ?? 0) >= ownersVersion) return true;
    // Before: a running one must not wait for the lock on the sequence. After: one may have started meanwhile.
    await requireNone(session, schema);
    await session.rows(refuse, ownersVersion);
    await requireNone(session, schema);
    return true;
  }
}

/** Whether a node of a version without owners is running now. */
export async function isEarlierNodeRunning(database: Database): Promise<boolean> {
  const { schema } = database;
  const [found] = await database.read<Running>(running, moveKey(schema), ownersKey(schema));
  return found?.isRunning !== false;
}

async function requireNone(session: Session, schema: string): Promise<void> {
  const [found] = await session.rows<Running>(running, moveKey(schema), ownersKey(schema));
  if (found?.isRunning !== false) throw new EarlierNodeSeen("a node of an earlier version runs");
}

function seen(error: unknown): false {
  const cause = error instanceof Error ? error.cause : null;
  if (error instanceof EarlierNodeSeen || cause instanceof EarlierNodeSeen) return false;
  throw error;
}
