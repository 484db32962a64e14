import { createHash } from "node:crypto";
import { ParleyError } from "@parley/core";
import { Client, type ClientConfig } from "pg";
import { answers, type ProbeTime, realProbeTime } from "./connection-probe.ts";
import { sayFarewell } from "./pipeline.ts";

/** As long as the server waits. Then both sides detect a broken connection after about the same time. */
const keepAliveMs = 5_000;

/** Interval at which the server must answer on the connection. A network that drops packets closes no connection. */
const probeMs = 5_000;

/** Key of the advisory lock that proves an owner alive. */
export function ownerKey(schema: string, owner: string): string {
  return lockKey(`${schema} owner ${owner}`);
}

/** Lock of a move to the schema. The move holds it exclusively; running nodes share it. */
export function moveKey(schema: string): string {
  return lockKey(`${schema} move`);
}

/** Lock that running nodes of versions with owners share. */
export function ownersKey(schema: string): string {
  return lockKey(`${schema} owners known`);
}

/** Key of an advisory lock, in digits: a 64-bit integer does not fit into a number. */
export function lockKey(name: string): string {
  return createHash("sha256").update(`parley ${name}`).digest().readBigInt64BE().toString();
}

/**
 * Proves to other nodes that an owner is alive: an advisory lock on a dedicated connection. The server releases it when
 * the connection ends for any reason. A store serves one owner, the one it saw last. The connection also listens for
 * signals of all nodes.
 */
export class Owner {
  readonly #config: ClientConfig;
  readonly #schema: string;
  readonly #channel: string;
  readonly #heard: (payload: string) => void;
  #client: Client | null = null;
  #held: string | null = null;
  #taking: Promise<void> = Promise.resolve();
  #answeredAt = 0;
  #isProbing = false;
  #closed = false;
  readonly #time: ProbeTime;

  /** `heard`: called with every payload on `channel`, also with this node's own. */
  constructor(
    config: ClientConfig,
    schema: string,
    channel: string,
    heard: (payload: string) => void,
    time = realProbeTime,
  ) {
    this.#config = config;
    this.#schema = schema;
    this.#channel = channel;
    this.#heard = heard;
    this.#time = time;
  }

  /** Resolves when the lock of `owner` is held, or could not be taken. @throws the error of the connection. */
  async live(owner: string): Promise<void> {
    if (this.#held === owner) return this.#probe();
    this.#taking = this.#taking.catch(() => {}).then(() => this.#take(owner));
    await this.#taking;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#taking.catch(() => {});
    const client = this.#client;
    this.#lose();
    if (client !== null) await sayFarewell(client);
  }

  async #take(owner: string): Promise<void> {
    if (this.#held === owner || this.#closed) return;
    try {
      await this.#ask(owner);
      this.#answeredAt = this.#time.now();
    } catch (error) {
      this.#giveUp(this.#client);
      throw error;
    }
  }

  /** Closes a connection on which the server does not answer. Runs in the background. */
  #probe(): void {
    const client = this.#client;
    const isRecent = this.#time.now() - this.#answeredAt < probeMs;
    if (client === null || this.#isProbing || isRecent) return;
    this.#isProbing = true;
    void answers(client, this.#time).then((isAlive) => {
      this.#isProbing = false;
      if (isAlive) this.#answeredAt = this.#time.now();
      else this.#giveUp(client);
    });
  }

  #giveUp(broken: Client | null): void {
    this.#lose(broken);
    if (broken !== null) void sayFarewell(broken);
  }

  async #ask(owner: string): Promise<void> {
    const client = this.#client ?? (await this.#connect());
    await client.query("select pg_advisory_unlock_all()");
    // Before the others: a node that holds one of them without this one counts as an earlier version.
    await client.query("select pg_advisory_lock_shared($1::bigint)", [ownersKey(this.#schema)]);
    const entered = await client.query<{ taken: boolean }>(
      "select pg_try_advisory_lock_shared($1::bigint) as taken",
      [moveKey(this.#schema)],
    );
    const taken = await client.query<{ taken: boolean }>(
      "select pg_try_advisory_lock($1::bigint) as taken",
      [ownerKey(this.#schema, owner)],
    );
    if (entered.rows[0]?.taken !== true) throw movingError(this.#schema);
    // An old connection of ours may still hold the lock, until the server notices its end. The next call tries again.
    this.#held = taken.rows[0]?.taken === true && this.#client === client ? owner : null;
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      ...this.#config,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
    });
    client.on("error", () => this.#lose(client));
    client.on("end", () => this.#lose(client));
    client.on("notification", ({ payload = "" }) => this.#heard(payload));
    await client.connect();
    this.#client = client;
    // A move searches for this name. The connection string may give other connections another name.
    await client.query("select set_config('application_name', $1, false)", [
      `parley ${this.#schema}`,
    ]);
    await client.query("set tcp_keepalives_idle = 5");
    await client.query("set tcp_keepalives_interval = 2");
    await client.query("set tcp_keepalives_count = 3");
    await client.query(`listen ${this.#channel}`);
    return client;
  }

  #lose(client = this.#client): void {
    if (client !== this.#client) return;
    this.#client = null;
    this.#held = null;
  }
}

/** For a gateway that was opened just before the move began. */
function movingError(schema: string): ParleyError {
  return new ParleyError(
    "store-half-moved",
    `Schema ${schema} is being filled by parley migrate. Nothing is stored until that is done.`,
    { retryable: true },
  );
}
