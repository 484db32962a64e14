import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { delivered, type OpenedStores, StoreBench } from "@parley/conformance";
import type { Lease } from "@parley/core";
import { vi } from "vitest";
import { Connection } from "../../src/connection/connection.ts";
import { Database } from "../../src/connection/database.ts";
import { fileName, storesOver, temporaryDirectory } from "./opened-stores.ts";

/** A store on a new file that can crash, and whose transactions can be made to fail. */
export class OpenedStore {
  readonly directory: string;
  database: Database;
  bench: StoreBench;
  readonly #remove: () => void;

  constructor() {
    const { directory, remove } = temporaryDirectory();
    this.directory = directory;
    this.#remove = remove;
    this.database = Database.open({ directory, fileName });
    this.bench = benchOver(this.database);
  }

  /**
   * Settles heads one after another until none follows. Returns the leased sequences.
   * @throws Error when a settlement is stale, or a lane is left.
   */
  async settleAll(first: Lease): Promise<readonly number[]> {
    const sequences: number[] = [];
    for (let lease: Lease | undefined = first; lease !== undefined;) {
      sequences.push(lease.head.sequence);
      const { leases, settlements } = await this.bench.settle(lease, delivered);
      if (settlements[0] !== "settled") throw new Error(`a head is ${settlements[0]}`);
      lease = leases[0];
    }
    if (this.count("select count(*) as n from lanes") > 0) throw new Error("a lane is left");
    return sequences;
  }

  /** Simulates a crash: another process opens the file as it is now. */
  crash(): void {
    const later = mkdtempSync(join(this.directory, "later-"));
    const image = join(later, fileName);
    this.database.read((connection) => connection.script(`vacuum into '${image}'`));
    const { now } = this.bench;
    this.database.close();
    this.database = Database.open({ directory: later, fileName });
    this.bench = benchOver(this.database);
    this.bench.now = now;
  }

  /** Closes the file, and opens it again. */
  async reopen(meanwhile: () => Promise<void> = async () => {}): Promise<void> {
    this.database.close();
    await meanwhile();
    this.database = Database.open({ directory: this.directory, fileName });
    const { now } = this.bench;
    this.bench = benchOver(this.database);
    this.bench.now = now;
  }

  /** Makes every COMMIT of this connection fail from now on, through a violated deferred foreign key. */
  breakCommits(): void {
    this.database.read((connection) =>
      connection.script(`
    create temp table promises (id integer primary key, other integer references promises deferrable initially deferred);
    create temp trigger break after insert on main.deliveries begin insert into promises (other) values (0); end;
  `),
    );
  }

  /** The next append fails, and its transaction is rolled back. */
  breakOnce(): void {
    const { bench, database } = this;
    const refuse = `create temp trigger refuse before insert on main.deliveries
      begin select raise(rollback, 'not today'); end;`;
    database.read((connection) => connection.script(refuse));
    const { append } = bench;
    bench.append = async (...given) => {
      try {
        return await append.apply(bench, given);
      } finally {
        database.read((connection) => connection.script("drop trigger if exists temp.refuse"));
      }
    };
  }

  count(sql: string): number {
    return this.database.read((connection) => connection.get<{ n: number }>(sql)?.n ?? Number.NaN);
  }

  conversation(id: string) {
    return this.bench.stores.conversations.find({ id });
  }

  close(): void {
    this.database.close();
    this.#remove();
  }
}

/** The next COMMIT takes effect, and then fails. */
export function doubtCommit(): void {
  const { run } = Connection.prototype;
  const spy = vi.spyOn(Connection.prototype, "run");
  spy.mockImplementation(function broken(this: Connection, sql, ...values) {
    if (sql !== "commit") return run.call(this, sql, ...values);
    spy.mockRestore();
    this.script("commit");
    throw new Error("the disk did not answer");
  });
}

/** Makes every COMMIT fail, on any connection. @returns the function that ends this. */
export function breakWrites(): () => void {
  const { run } = Connection.prototype;
  const spy = vi.spyOn(Connection.prototype, "run");
  spy.mockImplementation(function broken(this: Connection, sql, ...values) {
    if (sql === "commit") throw new Error("the disk is full");
    return run.call(this, sql, ...values);
  });
  return () => spy.mockRestore();
}

function benchOver(opened: Database): StoreBench {
  const stores: OpenedStores = {
    ...storesOver(opened),
    reopen: async () => stores,
    close: async () => {},
  };
  return new StoreBench(stores);
}
