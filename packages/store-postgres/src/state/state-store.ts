import type {
  DueEntries,
  DueRequest,
  InstanceUsage,
  StatePageRequest,
  StateStore,
  StoredEntry,
} from "@parley/core";
import type { Database } from "../connection/database.ts";
import { statement } from "../statements/statement.ts";
import { claimDue } from "./claim-due.ts";
import { type EntryColumns, entryColumns, entryOf } from "./entry-rows.ts";

/** Keys are printable ASCII, so this comes behind every key with the same beginning. */
const behindAll = "\u007f";

const isVisible = (now: string): string =>
  `not e.erased and (e.expires_at is null or e.expires_at > ${now})`;
const byKey = statement(`select ${entryColumns} from plugin_entries e
  where e.instance = $1 and e.key = $2 and ${isVisible("$3")}`);
const inOrder = statement(`select ${entryColumns} from plugin_entries e
  where e.instance = $1 and e.key >= $2 and e.key < $3 and e.key > $4 and ${isVisible("$5")}
  order by e.key limit $6`);
const used = statement(`select i.name as instance, i.entries, i.bytes,
    (select count(*) from plugin_entries e where e.instance = i.name and e.failures > 0 and not e.erased) as failing,
    (select count(*) from plugin_entries e where e.instance = i.name and e.erased) as erased
  from plugin_instances i where i.entries > 0 order by i.name`);

/** `StateStore` on PostgreSQL. */
export class PostgresStateStore implements StateStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(instance: string, key: string, now: number): Promise<StoredEntry | null> {
    const [row] = await this.#database.read<EntryColumns>(byKey, instance, key, now);
    return row === undefined ? null : entryOf(row);
  }

  async list(
    instance: string,
    { prefix, after, limit }: StatePageRequest,
    now: number,
  ): Promise<readonly StoredEntry[]> {
    const end = `${prefix}${behindAll}`;
    const given = [instance, prefix, end, after ?? "", now, limit];
    return (await this.#database.read<EntryColumns>(inOrder, ...given)).map(entryOf);
  }

  async claimDue(request: DueRequest, now: number): Promise<DueEntries> {
    return claimDue(this.#database, request, now);
  }

  usage(): Promise<readonly InstanceUsage[]> {
    return this.#database.read<InstanceUsage>(used);
  }
}
