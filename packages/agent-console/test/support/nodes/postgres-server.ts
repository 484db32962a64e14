import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";
import { Client } from "pg";
import { afterAll } from "vitest";
import type { PostgresConsoleOptions } from "../../../src/index.ts";

/** The PostgreSQL server of one test file, started at first use. */
export interface PostgresServer {
  /** A new empty schema. */
  fresh(): Promise<PostgresConsoleOptions & { readonly connection: string }>;
  /** Runs one statement as the superuser. */
  run(statement: string): Promise<unknown[]>;
  /** Kills the server like a crash, and starts it again after `meanwhile`. */
  crash(meanwhile: () => Promise<void>): Promise<void>;
}

export function usePostgres(): PostgresServer {
  let started: Promise<EmbeddedPostgres> | null = null;
  let schemas = 0;
  const server = () => (started ??= startPostgres({ fsync: false }));
  afterAll(async () => (await started)?.stop());
  return {
    async fresh() {
      schemas += 1;
      return { connection: (await server()).connectionString, schema: `console_${schemas}` };
    },
    async crash(meanwhile) {
      await (await server()).kill();
      await meanwhile().finally(async () => (await server()).start());
    },
    async run(statement) {
      const client = new Client({ connectionString: (await server()).connectionString });
      await client.connect();
      return client.query(statement).then(
        ({ rows }) => client.end().then(() => rows as unknown[]),
        (error: unknown) => client.end().then(() => Promise.reject(error)),
      );
    },
  };
}
