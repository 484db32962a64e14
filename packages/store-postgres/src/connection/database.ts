import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ParleyError } from "@parley/core";
import { Pool, type PoolClient } from "pg";
import { type ConnectionLimits, limitsOf } from "./limits.ts";
import { prepareDatabase, type PreparedDatabase } from "./open.ts";
import { allBackends, BackendNumbers, type BackendRow } from "../backends/backend-numbers.ts";
import { Owner } from "./owner.ts";
import { gone, isIdle, isPoolTimeout, timeLimitOf } from "./pipeline.ts";
import { type DatabasePlace, poolConfig, sessionSettings, type Use } from "./place.ts";
import { Session } from "./session.ts";
import { PostgresSignals, signalChannel } from "../signals/signals.ts";
import { PostgresWorkNotices } from "../signals/work-notices.ts";
import { type Statement, statement, type Value } from "../statements/statement.ts";
import { codeOf, storeError } from "./store-error.ts";

/** Options of `Database.open`. */
export interface DatabaseOptions extends Omit<DatabasePlace, "limits"> {
  readonly limits?: ConnectionLimits;
  /** Whether to accept a server that could lose commits. */
  readonly allowNonDurable: boolean;
}

/** Interval of checks whether an unresponsive server is back. */
const absenceMs = 100;
const probe = statement("select 1");
const notify = statement("select pg_notify($1, payload) from unnest($2::text[]) payload");

/** The open database that all stores share: connection pools, and the proof that this node is alive. */
export class Database {
  readonly schema: string;
  readonly notices: PostgresWorkNotices;
  readonly signals: PostgresSignals;
  readonly backends: BackendNumbers;
  readonly #name: string;
  readonly #writers: Pool;
  /** A separate pool: many reads that wait for a lock must not delay commits. */
  readonly #readers: Pool;
  readonly #owner: Owner;
  readonly #limitMs: number;
  /** Connections of both pools, including those being closed. */
  readonly #clients = new Set<PoolClient>();
  #absence: Promise<void> | null = null;
  #closed = false;

  private constructor(place: DatabasePlace, prepared: PreparedDatabase) {
    this.schema = place.schema;
    this.#name = prepared.place;
    this.backends = new BackendNumbers(() => this.read<BackendRow>(allBackends), prepared.backends);
    this.#limitMs = timeLimitOf(poolConfig(place, "writers"));
    this.#writers = openPool(place, "writers", this.#clients);
    this.#readers = openPool(place, "readers", this.#clients);
    this.signals = new PostgresSignals(randomUUID(), (payloads) =>
      this.read(notify, signalChannel(place.schema), payloads),
    );
    this.notices = new PostgresWorkNotices(this.signals);
    this.#owner = new Owner(
      poolConfig(place, "readers"),
      place.schema,
      signalChannel(place.schema),
      (payload) => this.signals.heard(payload),
    );
  }

  /** @throws ParleyError of `limitsOf` and `prepareDatabase`. */
  static async open(options: DatabaseOptions): Promise<Database> {
    const place = { ...options, limits: limitsOf(options.limits ?? {}) };
    return new Database(place, await prepareDatabase(place, options.allowNonDurable));
  }

  /** Connections of this node in both pools; `waiting`: calls that wait for one. */
  get poolUse(): { readonly open: number; readonly limit: number; readonly waiting: number } {
    const pools = [this.#writers, this.#readers];
    const sum = (of: (pool: Pool) => number) => pools.reduce((total, pool) => total + of(pool), 0);
    return {
      open: sum(({ totalCount }) => totalCount),
      limit: sum(({ options }) => options.max),
      waiting: sum(({ waitingCount }) => waitingCount),
    };
  }

  /** Runs one read-only statement. @throws ParleyError of `storeError`. */
  async read<Row extends object>(statement: Statement, ...values: Value[]): Promise<Row[]> {
    return this.guard(() =>
      this.#with(this.#readers, (client) => this.#session(client).rows<Row>(statement, ...values)),
    );
  }

  /**
   * Runs `work` as one durable transaction. @throws ParleyError of `storeError`. Then nothing is known to be stored,
   * but after a failed COMMIT it may be.
   */
  async write<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    return this.guard(() => this.transact(work, null));
  }

  /** As `write`, but throws the database's error. `lockTimeoutMs`: `null` for the default. */
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
        // Do not wait a second time for a server that does not answer.
        if (isAnswer(error)) await session.rollback();
        throw error;
      }
    });
  }

  /** Proves that `owner` is alive. @throws ParleyError of `storeError`. */
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
    this.signals.close();
    await this.#owner.close();
    await Promise.all([this.#writers.end(), this.#readers.end()]);
    await Promise.all([...this.#clients].map(gone));
  }

  #session(client: PoolClient): Session {
    return new Session(client, this.#limitMs, this.backends);
  }

  /** Do not reuse a connection after a failure, unless the server itself reported the error. */
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

  /** Resolves when the server answers again. Calls fail at once until then, so that no answer is late. */
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
 * No connection of a pool became free in time. For reads this may only mean many requests. For writes it means that the
 * server is slow, since they are few.
 */
class PoolBusyError extends Error {
  readonly code = "pool-busy";
}

async function connectionOf(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw isPoolTimeout(error)
      ? new PoolBusyError("no connection was free in time", { cause: error })
      : error;
  }
}

/** Closes a connection that is not clean or still in a transaction. */
function release(client: PoolClient, isGood: boolean): void {
  const isKept = isGood && isIdle(client);
  client.release(!isKept);
  if (!isKept) void gone(client);
}

function openPool(place: DatabasePlace, use: Use, clients: Set<PoolClient>): Pool {
  const { query_timeout, ...given } = poolConfig(place, use);
  // See `pipeline.ts`.
  const config = { ...given, pipeline: false };
  const pool = new Pool(config);
  // The next call replaces an idle connection that broke.
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

/**
 * Whether the server or the network failed. False for errors that the server reports, and for errors of our own work.
 */
function isOfServer(error: unknown): boolean {
  return !isAnswer(error) && !(error instanceof TypeError || error instanceof RangeError);
}

/**
 * Whether the server reported the error, including a statement timeout or a statement after a failed one. The
 * transaction has failed, but the connection can be reused.
 */
function isAnswer(error: unknown): boolean {
  return /^(?:(?:2[23]|40|42|54|55)[0-9A-Z]{3}|25P02|57014)$/.test(codeOf(error));
}
