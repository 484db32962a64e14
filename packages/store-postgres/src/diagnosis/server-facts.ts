import type { Database } from "../connection/database.ts";
import type { Statement } from "../statements/statement.ts";

/** Facts about the server, read through one of our connections. */
export interface ServerFacts {
  readonly version: string;
  readonly fsync: string;
  readonly synchronousCommit: string;
  readonly fullPageWrites: string;
  readonly autovacuum: string;
  readonly schemaVersion: number;
  readonly connections: number;
  readonly connectionLimit: number;
  /** Sessions of this gateway, on all nodes, that wait for a lock. */
  readonly lockWaits: number;
  /** Age of the oldest transaction in this database, in seconds; 0 without one. */
  readonly oldestTransactionSeconds: number;
  readonly isEncrypted: boolean;
  /** Whether the server's address belongs to this machine. */
  readonly isLocal: boolean;
}

// Not made by `statement`: it reads system tables, whose plans are not tested.
const facts: Statement = {
  name: "parley_diagnosis",
  text: `select current_setting('server_version') as version,
    current_setting('fsync') as fsync,
    current_setting('synchronous_commit') as "synchronousCommit",
    current_setting('full_page_writes') as "fullPageWrites",
    current_setting('autovacuum') as autovacuum,
    (select version from parley_schema) as "schemaVersion",
    (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
    current_setting('max_connections')::integer as "connectionLimit",
    (select count(*) from pg_stat_activity
      where application_name = $1 and wait_event_type = 'Lock') as "lockWaits",
    (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::double precision
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()) as "oldestTransactionSeconds",
    (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as "isEncrypted",
    coalesce(inet_client_addr() = inet_server_addr(), true) as "isLocal"`,
};

/** @throws ParleyError of `storeError`. */
export async function serverFacts(database: Database): Promise<ServerFacts> {
  const [found] = await database.read<ServerFacts>(facts, `parley ${database.schema}`);
  if (found === undefined) throw new Error("the server reported no version or settings");
  return found;
}

const databaseTime: Statement = {
  name: "parley_diagnosis_time",
  text: "select (extract(epoch from clock_timestamp()) * 1000)::double precision as at",
};

/** How far a clock is ahead of the database's, in milliseconds, accurate to half the round trip. */
export async function offsetMs(
  database: Database,
  now: () => number,
): Promise<{ readonly offsetMs: number; readonly uncertaintyMs: number }> {
  const sentAt = now();
  const [row] = await database.read<{ readonly at: number }>(databaseTime);
  const answeredAt = now();
  return {
    offsetMs: (sentAt + answeredAt) / 2 - (row?.at ?? Number.NaN),
    uncertaintyMs: (answeredAt - sentAt) / 2,
  };
}
