import { startPostgres } from "@parley/embedded-postgres";

/** A PostgreSQL of our own. */
export interface Postgres {
  readonly connectionString: string;
  stop(): Promise<void>;
}

/**
 * Starts one on its durable settings: `fsync`, `synchronous_commit` and `full_page_writes` are on. What else is set
 * makes it faster: nobody replicates from it, and no checkpoint falls into a run; tables that change with every message are
 * vacuumed as often as docs/postgres.md advises.
 */
export async function startDurablePostgres(): Promise<Postgres> {
  const server = await startPostgres({
    settings: {
      synchronous_commit: "on",
      shared_buffers: "256MB",
      wal_level: "minimal",
      max_wal_senders: 0,
      max_wal_size: "4GB",
      autovacuum_naptime: 5,
    },
  });
  return {
    connectionString: await server.createDatabase(),
    stop: () => server.stop(),
  };
}
