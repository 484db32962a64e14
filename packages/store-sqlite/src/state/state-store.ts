import type {
  DueEntries,
  DueRequest,
  InstanceUsage,
  StatePageRequest,
  StateStore,
  StoredEntry,
} from "@parley/core";
import { claimEntry, strayClaimMs } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { Database } from "../connection/database.ts";
import { findEntries, saveEntry } from "./entry-rows.ts";

const visible = "erased = 0 and (expires_at is null or expires_at > +?)";
const one = `instance = +? and key = +? and ${visible}`;
/** Behind the last key with a prefix: keys are ASCII up to `~`. */
const afterAll = "\u007f";
const page = `instance = +? and key > +? and key >= +? and key < +? and ${visible} order by key limit +?`;
const due = `instance = +? and claimable_at <= +? and ${visible} order by claimable_at, key limit +?`;
const next = `select min(claimable_at) as at from plugin_entries
  where instance = +? and claimable_at is not null and (expires_at is null or expires_at > +?)`;
const nextBehind = `select claimable_at as at from plugin_entries
  where instance = +? and claimable_at is not null and claim_token is not +? and (expires_at is null or expires_at > +?)
  order by claimable_at limit 1`;
const stray = "instance = +? and claim_token is not null and claim_until > +?";
const anyStray = `select 1 from plugin_entries where ${stray} limit 1`;
const endStray = `update plugin_entries
  set claim_token = null, claim_until = null, woken = 1, claimable_at = 0 where ${stray}`;
const usage = `select name as instance, entries, bytes,
    (select count(*) from plugin_entries e where e.instance = name and e.failures > 0 and e.erased = 0) as failing,
    (select count(*) from plugin_entries e where e.instance = name and e.erased = 1) as erased
  from plugin_instances where entries > 0 order by name`;

interface At {
  readonly at: number | null;
}

/** `StateStore` on SQLite. */
export class SqliteStateStore implements StateStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(instance: string, key: string, now: number): Promise<StoredEntry | null> {
    const [entry] = this.#database.read((connection) =>
      findEntries(connection, one, instance, key, now),
    );
    return entry ?? null;
  }

  async list(
    instance: string,
    { prefix, after, limit }: StatePageRequest,
    now: number,
  ): Promise<readonly StoredEntry[]> {
    const values = [instance, after ?? "", prefix, prefix + afterAll, now, limit];
    return this.#database.read((connection) => findEntries(connection, page, ...values));
  }

  async claimDue(request: DueRequest, now: number): Promise<DueEntries> {
    const { instance } = request;
    if (request.isFirst) this.#endStrayClaims(request);
    const at = this.#database.read((connection) => connection.get<At>(next, instance, now)?.at);
    // An idle poll writes nothing.
    if (at === null || at === undefined || at > now) return { entries: [], nextAt: at ?? null };
    return this.#database.commit((connection) => claim(connection, request, now));
  }

  #endStrayClaims({ instance, until }: DueRequest): void {
    const latest = until + strayClaimMs;
    const hasSome = this.#database.read((connection) => connection.get(anyStray, instance, latest));
    if (hasSome !== undefined)
      this.#database.commit((connection) => connection.run(endStray, instance, latest));
  }

  async usage(): Promise<readonly InstanceUsage[]> {
    return this.#database.read((connection) =>
      connection.all<InstanceUsage>(usage).map((row) => ({ ...row })),
    );
  }
}

function claim(
  connection: Connection,
  { instance, limit, token, until }: DueRequest,
  now: number,
): DueEntries {
  const entries = findEntries(connection, due, instance, now, now, limit).map((entry) =>
    claimEntry(entry, token, until),
  );
  for (const entry of entries) saveEntry(connection, instance, entry.key, entry);
  const nextAt = connection.get<At>(nextBehind, instance, token, now)?.at ?? null;
  return { entries, nextAt };
}
