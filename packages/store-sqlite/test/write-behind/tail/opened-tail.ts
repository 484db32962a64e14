import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { delivered, type OpenedStores, StoreBench } from "@parley/conformance";
import type { Lease } from "@parley/core";
import { vi } from "vitest";
import { Connection } from "../../../src/connection/connection.ts";
import { Database } from "../../../src/connection/database.ts";
import { fileName, storesOver, temporaryDirectory } from "../../support/opened-stores.ts";

const schema7 = `
  drop table recent_keys;
  drop trigger deliveries_deleted;
  drop trigger deliveries_untold;
  update deliveries set fresh = coalesce(identity, x''), identity = null
    where position not in (select position from sequences);
  drop table sequences;
  drop table identities;
  create unique index deliveries_by_sequence on deliveries (conversation, sequence) where fresh is null;
  create index deliveries_by_identity on deliveries (substr(identity, 1, 10), conversation) where identity is not null;
  update schema set version = 7, oldest_reader = 7;`;

/** A store on a new file that can crash, and whose transactions can be made to fail. */
export class OpenedTail {
  readonly directory: string;
  database: Database;
  bench: StoreBench;
  readonly #remove: () => void;
  readonly #tailDeliveries: number | undefined;

  constructor(tailDeliveries?: number) {
    const { directory, remove } = temporaryDirectory();
    this.directory = directory;
    this.#remove = remove;
    this.#tailDeliveries = tailDeliveries;
    this.database = Database.open({ directory, fileName, tailDeliveries });
    this.bench = benchOver(this.database);
  }

  /**
   * Settles heads one after another until none follows. Returns the leased sequences.
   * @throws Error when a settlement is stale, or a lane still has a row.
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
    const tailDeliveries = this.#tailDeliveries;
    this.database = Database.open({ directory: later, fileName, tailDeliveries });
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

  /** Number of deliveries that are not in `sequences` yet. */
  unplaced(): number {
    return this.count(`select count(*) as n from deliveries d
      where not exists (select 1 from sequences s where s.position = d.position)`);
  }

  /** Turns the file into one of schema 7, which has indexes where later schemas have tables. */
  becomeSchema7(): void {
    this.database.read((connection) => connection.script(schema7));
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
