import { setTimeout as pause } from "node:timers/promises";
import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";
import { Client } from "pg";
import { HalfOpenProxy } from "../gateway/half-open-proxy.ts";
import { startStandby } from "./standby.ts";

/** Whether a commit waits until the standby has it on its disk. */
export type Replication = "synchronous" | "asynchronous";

const timeoutMs = 60_000;
const lookMs = 50;
const settings = {
  recovery_init_sync_method: "syncfs",
  wal_keep_size: "256MB",
  wal_retrieve_retry_interval: "200ms",
};

/** Two real servers, the second of which follows the first over a link that can be cut; and an address that moves. */
export class ReplicatedPair {
  /** By the address, in a fresh database. */
  readonly connectionString: string;
  readonly #primary: EmbeddedPostgres;
  readonly #standby: EmbeddedPostgres;
  readonly #link: HalfOpenProxy;
  readonly #address: HalfOpenProxy;

  private constructor(
    primary: EmbeddedPostgres,
    standby: EmbeddedPostgres,
    link: HalfOpenProxy,
    address: HalfOpenProxy,
    database: string,
  ) {
    this.#primary = primary;
    this.#standby = standby;
    this.#link = link;
    this.#address = address;
    this.connectionString = throughPort(database, address.port);
  }

  /** Resolves when the standby follows. */
  static async open(replication: Replication): Promise<ReplicatedPair> {
    const primary = await startPostgres({ settings });
    const database = await primary.createDatabase();
    const link = await HalfOpenProxy.open(primary.port);
    await primary.kill();
    const source = new URL(throughPort(primary.connectionString, link.port));
    source.searchParams.set("application_name", "standby");
    const standby = await startStandby(primary, source.href, settings);
    await primary.start();
    const address = await HalfOpenProxy.open(primary.port);
    await run(primary.connectionString, untilFollowed);
    if (replication === "synchronous") await run(primary.connectionString, waitForStandby);
    return new ReplicatedPair(primary, standby, link, address, database);
  }

  /** The standby gets nothing any more, and nobody is told. */
  cutLink(): void {
    this.#link.cut();
  }

  /** The primary is gone, and does not come back. */
  async losePrimary(): Promise<void> {
    await this.#primary.kill();
  }

  /** The standby becomes the primary, and the address leads to it. */
  async failOver(): Promise<void> {
    this.#link.reset();
    await run(this.#standby.connectionString, (client) => client.query("select pg_promote()"));
    this.#address.lead(this.#standby.port);
  }

  async close(): Promise<void> {
    await Promise.all([this.#link.close(), this.#address.close()]);
    await this.#standby.stop();
    await this.#primary.stop();
  }
}

async function untilFollowed(client: Client): Promise<void> {
  for (const until = performance.now() + timeoutMs; ; await pause(lookMs)) {
    const { rowCount } = await client.query(
      "select from pg_stat_replication where application_name = 'standby' and state = 'streaming'",
    );
    if (rowCount === 1) return;
    if (performance.now() > until) throw new Error("the standby does not follow");
  }
}

/** What an operator sets: who must have a commit before it is one. */
async function waitForStandby(client: Client): Promise<void> {
  await client.query("alter system set synchronous_standby_names = 'FIRST 1 (standby)'");
  await client.query("select pg_reload_conf()");
  for (const until = performance.now() + timeoutMs; ; await pause(lookMs)) {
    const { rowCount } = await client.query(
      "select from pg_stat_replication where application_name = 'standby' and sync_state = 'sync'",
    );
    if (rowCount === 1) return;
    if (performance.now() > until) throw new Error("the standby is not waited for");
  }
}

async function run(
  connectionString: string,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function throughPort(connectionString: string, port: number): string {
  const url = new URL(connectionString);
  url.port = String(port);
  return url.href;
}
