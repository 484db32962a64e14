import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { type Account, serverAccount } from "./account.ts";
import { type Binaries, findBinaries } from "./binaries.ts";
import { keptPassword, makeDataDirectory, newPassword, superuser } from "./data-directory.ts";
import { freePort } from "./free-port.ts";
import { type Home, openHome } from "./home.ts";
import { Server, type ServerPlace } from "./server.ts";
import { copyTemplate } from "./template.ts";

/** Options of `startPostgres`. */
export interface StartPostgresOptions {
  /** Whether commits reach the disk; `true` by default. Off is faster, and right where durability is not the point. */
  readonly fsync?: boolean;
  /** More settings of the server, by name. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /**
   * Keeps the cluster there, for the next start on the same directory, which finds everything again. Default: a temporary
   * directory, of which nothing is left.
   */
  readonly directory?: string;
}

/** A PostgreSQL server of our own on loopback. It ends with this process, however that ends. */
export interface EmbeddedPostgres {
  /** To the database `postgres`, as a superuser. */
  readonly connectionString: string;
  readonly port: number;
  readonly dataDirectory: string;
  readonly logFile: string;
  /** Of the server's first process; its backends are its children. */
  readonly processId: number;
  /** @returns the connection string of a fresh, empty database. */
  createDatabase(): Promise<string>;
  /** Fast shutdown; of a temporary directory nothing is left on the disk. */
  stop(): Promise<void>;
  /** Ends it at once, without writing anything more: as a crash of the database. */
  kill(): Promise<void>;
  /** After `kill`: on the same data and port. Resolves when it takes connections, recovery included. */
  start(): Promise<void>;
}

/** A port may be taken between its choice and its use. */
const portTries = 3;
const withoutSync = ["fsync=off", "full_page_writes=off"];

/** Makes a cluster in a private directory unless one is kept there, and starts a server on it. */
export async function startPostgres(options: StartPostgresOptions = {}): Promise<EmbeddedPostgres> {
  const account = serverAccount();
  const home = openHome(options.directory, account);
  const { directory, temporary } = home;
  try {
    const binaries = findBinaries(directory, account);
    const password = clusterIn(home, binaries, account, options.fsync !== false);
    const place = { ...home, binaries, account, settings: settingsOf(options) };
    const { server, port } = await startSomewhere(place);
    return new StartedPostgres({ ...place, port }, password, server);
  } catch (error) {
    if (temporary) await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

/** Makes a cluster unless one is kept. @returns its password. */
function clusterIn(home: Home, binaries: Binaries, account: Account, fsync: boolean): string {
  const { directory, temporary } = home;
  const areOurs = binaries.initdb.startsWith(directory);
  if (temporary && !fsync && !areOurs) copyTemplate(directory, binaries, account);
  const kept = keptPassword(directory);
  if (kept !== null) return kept;
  const password = newPassword();
  makeDataDirectory(binaries, { directory, synced: !temporary && fsync }, password, account);
  return password;
}

class StartedPostgres implements EmbeddedPostgres {
  readonly port: number;
  readonly connectionString: string;
  readonly dataDirectory: string;
  readonly logFile: string;
  readonly #place: ServerPlace;
  #server: Server;
  #databases = 0;

  constructor(place: ServerPlace, password: string, server: Server) {
    this.#place = place;
    this.#server = server;
    this.port = place.port;
    this.connectionString = `postgresql://${superuser}:${password}@127.0.0.1:${place.port}/postgres`;
    this.dataDirectory = join(place.directory, "data");
    this.logFile = join(place.directory, "server.log");
  }

  get processId(): number {
    return this.#server.processId;
  }

  async createDatabase(): Promise<string> {
    this.#databases += 1;
    const name = `parley_${process.pid}_${this.#databases}_${randomBytes(4).toString("hex")}`;
    const client = new Client({ connectionString: this.connectionString });
    await client.connect();
    try {
      await client.query(`create database ${name} strategy file_copy`);
    } finally {
      await client.end();
    }
    return this.connectionString.replace(/\/postgres$/, `/${name}`);
  }

  async stop(): Promise<void> {
    await this.#server.end("SIGINT");
    const { directory, temporary } = this.#place;
    if (temporary) await rm(directory, { recursive: true, force: true });
  }

  kill(): Promise<void> {
    return this.#server.end("SIGQUIT");
  }

  async start(): Promise<void> {
    if (!this.#server.running) this.#server = await Server.start(this.#place);
  }
}

async function startSomewhere(
  place: Omit<ServerPlace, "port">,
): Promise<{ readonly server: Server; readonly port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      return { server: await Server.start({ ...place, port }), port };
    } catch (error) {
      if (attempt === portTries) throw error;
    }
  }
}

function settingsOf({ fsync = true, settings = {} }: StartPostgresOptions): readonly string[] {
  const chosen = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const common = ["max_connections=200", "shared_buffers=64MB", "timezone=UTC"];
  return [...common, ...(fsync ? [] : withoutSync), ...chosen];
}
