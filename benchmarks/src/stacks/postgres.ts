import { startPostgres } from "@parley/embedded-postgres";
import { Client } from "pg";

/** A PostgreSQL server of our own. */
export interface Postgres {
  readonly connectionString: string;
  stop(): Promise<void>;
}

/** Number of log files of 16 MB to prepare: more than a measurement fills. */
const logFiles = 60;

/**
 * Starts a server with durable settings: `fsync`, `synchronous_commit` and `full_page_writes` are on. The other
 * settings make it faster: no replication, no checkpoint within a run, vacuum as docs/postgres.md advises, and prepared
 * log files.
 */
export async function startDurablePostgres(): Promise<Postgres> {
  const server = await startPostgres({
    settings: {
      synchronous_commit: "on",
      shared_buffers: "256MB",
      wal_level: "minimal",
      max_wal_senders: 0,
      max_wal_size: "4GB",
      min_wal_size: "1GB",
      autovacuum_naptime: 5,
    },
  });
  const connectionString = await server.createDatabase();
  await layOutLog(connectionString);
  return { connectionString, stop: () => server.stop() };
}

/**
 * A server that has run for a while reuses its log files. A new one first fills each with zeros, which blocks everybody
 * for 20 ms and more. That would penalise stacks that write more.
 */
async function layOutLog(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    for (let file = 0; file < logFiles; file += 1) {
      await client.query("select pg_logical_emit_message(false, 'parley', 'something to end')");
      await client.query("select pg_switch_wal()");
    }
    await client.query("checkpoint");
  } finally {
    await client.end();
  }
}
