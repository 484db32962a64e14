import { startPostgres } from "@parley/embedded-postgres";
import { Client } from "pg";

/** A PostgreSQL of our own. */
export interface Postgres {
  readonly connectionString: string;
  stop(): Promise<void>;
}

/** Of its log's files, 16 MB each, so many lie ready: more than a measure fills. */
const logFiles = 60;

/**
 * Starts one on its durable settings: `fsync`, `synchronous_commit` and `full_page_writes` are on. What else is set
 * makes it faster: nobody replicates from it, and no checkpoint falls into a run; tables that change with every message are
 * vacuumed as often as docs/postgres.md advises, and its log has been written before.
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
 * A server that has run for a while writes its log over files of before. A new one fills each with zeros first, while
 * everybody waits for 20 ms and more, and would be measured as slower the more it writes.
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
