import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ParleyError } from "@parley/core";
import { Pool, type PoolClient } from "pg";
import { AnswerWatch } from "./answer-watch.ts";
import { type ConnectionLimits, limitsOf } from "./limits.ts";
import { gone } from "./farewell.ts";
import { Notices } from "../signals/notices.ts";
import { prepareDatabase } from "./open.ts";
import { noticeChannel, Owner } from "./owner.ts";
import {
  answerLimitMs,
  type DatabasePlace,
  poolConfig,
  sessionSettings,
  type Use,
} from "./place.ts";
import { Session } from "./session.ts";
import { PostgresSignals, signalChannel } from "../signals/signals.ts";
import { type Statement, statement, type Value } from "../statements/statement.ts";
import { codeOf, storeError } from "./store-error.ts";

/** Options of `Database.open`. */
export interface DatabaseOptions extends Omit<DatabasePlace, "limits"> {
  readonly limits?: ConnectionLimits;
  /** Whether a server that could lose commits is taken all the same. */
  readonly allowNonDurable: boolean;
}

/** Between two looks at whether a server that did not answer is back. */
const absenceMs = 100;
const probe = statement("select 1");
const notify = statement("select pg_notify($1, $2)");
const notifyAll = statement("select pg_notify($1, payload) from unnest($2::text[]) payload");

/** The one opened database that all stores share: pools of connections, and the proof that this node lives. */
export class Database {
  readonly schema: string;
  readonly notices: Notices;
  readonly signals: PostgresSignals;
  readonly #name: string;
  readonly #writers: Pool;
  /** Of their own, so that no crowd of reads that wait for a lock keeps commits from their turn. */
  readonly #readers: Pool;
  readonly #owner: Owner;
  readonly #answers: AnswerWatch;
  /** Of both pools, open or being ended. */
  readonly #clients = new Set<PoolClient>();
  #absence: Promise<void> | null = null;
  #closed = false;

  private constructor(place: DatabasePlace, name: string) {
    this.schema = place.schema;
    this.#name = name;
    this.#answers = new AnswerWatch(answerLimitMs(place));
    this.#writers = openPool(place, "writers", this.#clients);
    this.#readers = openPool(place, "readers", this.#clients);
    // Our own notices come back to us; they tell us nothing.
    const self = randomUUID();
    this.notices = new Notices(() => this.read(notify, noticeChannel(place.schema), self));
    this.signals = new PostgresSignals(self, (payloads) =>
      this.read(notifyAll, signalChannel(place.schema), payloads),
    );
    this.#owner = new Owner(poolConfig(place, "readers"), place.schema, {
      [noticeChannel(place.schema)]: (sender) => {
        if (sender !== self) this.notices.heard();
      },
      [signalChannel(place.schema)]: (payload) => this.signals.heard(payload),
    });
  }

  /** @throws ParleyError of `limitsOf` and `prepareDatabase`. */
  static async open(options: DatabaseOptions): Promise<Database> {
    const place = { ...options, limits: limitsOf(options.limits ?? {}) };
    return new Database(place, await prepareDatabase(place, options.allowNonDurable));
  }

  /** Of this node, both pools together; `waiting`: calls that wait for a connection. */
  get poolUse(): { readonly open: number; readonly limit: number; readonly waiting: number } {
    const pools = [this.#writers, this.#readers];
    const sum = (of: (pool: Pool) => number) => pools.reduce((total, pool) => total + of(pool), 0);
    return {
      open: sum(({ totalCount }) => totalCount),
      limit: sum(({ options }) => options.max),
      waiting: sum(({ waitingCount }) => waitingCount),
    };
  }

  /** Runs one statement that only reads. @throws ParleyError of `storeError`. */
  async read<Row extends object>(statement: Statement, ...values: Value[]): Promise<Row[]> {
    return this.guard(() =>
      this.#with(this.#readers, (client) => this.#session(client).rows<Row>(statement, ...values)),
    );
  }

  /**
   * Runs `work` as one durable transaction. @throws ParleyError of `storeError`: then nothing is known to be stored,
   * though after a failed COMMIT it may be.
   */
  async write<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    return this.guard(() => this.transact(work, null));
  }

  /** The same, and throws what the database says. `lockTimeoutMs`: `null` for the usual one. */
  async transact<Result>(
    work: (session: Session) => Promise<Result>,
    lockTimeoutMs: number | null,
  ): Promise<Result> {
    return this.#with(this.#writers, async (client) => {
      const session = this.#session(client);
      session.begin(lockTimeoutMs);
      try {
        const result = await work(session);
        await session.commit();
        return result;
      } catch (error) {
        // A server that does not answer is not waited for a second time.
        if (isAnswer(error)) await session.rollback();
        throw error;
      }
    });
  }

  /** Shows that `owner` lives. @throws ParleyError of `storeError`. */
  async live(owner: string): Promise<void> {
    await this.guard(() => this.#owner.live(owner));
  }

  async guard<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closed) {
      throw new ParleyError("store-closed", `${this.#name} is closed: open a new gateway.`);
    }
    try {
      return await work();
    } catch (error) {
      throw storeError(error, this.#name);
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.notices.close();
    this.signals.close();
    await this.#owner.close();
    await Promise.all([this.#writers.end(), this.#readers.end()]);
    await Promise.all([...this.#clients].map(gone));
    this.#answers.close();
  }

  #session(client: PoolClient): Session {
    return new Session(client, this.#answers);
  }

  /** A connection on which a call failed by other than an answer of the server is not used again. */
  async #with<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    if (this.#absence !== null)
      throw new Error("the server did not answer, and the connection was not restored");
    try {
      return await this.#connected(pool, work);
    } catch (error) {
      if (isOfServer(error) && !(error instanceof PoolBusyError && pool === this.#readers))
        this.#absence ??= this.#return().finally(() => (this.#absence = null));
      throw error;
    }
  }

  /** Resolves when the server answers again: until then nobody waits for it, and so nobody's answer is late. */
  async #return(): Promise<void> {
    for (let answers = false; !answers && !this.#closed;) {
      const look = (client: PoolClient) => this.#session(client).rows(probe);
      answers = await this.#connected(this.#writers, look).then(
        () => true,
        () => false,
      );
      if (!answers) await pause(absenceMs, undefined, { ref: false });
    }
  }

  async #connected<Result>(
    pool: Pool,
    work: (client: PoolClient) => Promise<Result>,
  ): Promise<Result> {
    const client = await connectionOf(pool);
    const [done] = await Promise.allSettled([work(client)]);
    release(client, done.status === "fulfilled" || isAnswer(done.reason));
    if (done.status === "rejected") throw done.reason;
    return done.value;
  }
}

/**
 * Every connection of a pool was in use for as long as a call may wait. Of reads, which are as many as people ask for, that
 * says nothing of the server; writes are few.
 */
class PoolBusyError extends Error {
  readonly code = "pool-busy";
}

async function connectionOf(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    // What `pg-pool` says to a call that waited for a connection of others; mostly it says something else of one that is
    // not made in time.
    const isTurn = error instanceof Error && error.message.startsWith("timeout exceeded");
    throw isTurn ? new PoolBusyError("no connection was free in time", { cause: error }) : error;
  }
}

/** A connection that is not as good as new, or is still in a transaction, goes. */
function release(client: PoolClient, isGood: boolean): void {
  const isKept = isGood && client.getTransactionStatus() === "I";
  client.release(!isKept);
  if (!isKept) void gone(client);
}

function openPool(place: DatabasePlace, use: Use, clients: Set<PoolClient>): Pool {
  const { query_timeout, ...given } = poolConfig(place, use);
  // `pg`'s own pipelining takes no `Pipeline`.
  const config = { ...given, pipeline: false };
  const pool = new Pool(config);
  // A connection that breaks while idle is replaced by the next call.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    clients.add(client);
    client.on("error", () => {});
    client.on("end", () => clients.delete(client));
    const settings = { text: sessionSettings(place, use), query_timeout };
    client.query(settings).catch(() => client.end());
  });
  return pool;
}

/** Whether the server, or the way to it, failed: neither an answer nor what our own work threw. */
function isOfServer(error: unknown): boolean {
  return !isAnswer(error) && !(error instanceof TypeError || error instanceof RangeError);
}

/**
 * The server says so itself, a statement that took too long and what came behind a failed one included: the transaction
 * is over and the connection as good as before.
 */
function isAnswer(error: unknown): boolean {
  return /^(?:(?:2[23]|40|42|54|55)[0-9A-Z]{3}|25P02|57014)$/.test(codeOf(error));
}
