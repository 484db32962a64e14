import { closeSync, fchmodSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { ParleyError, type Random } from "@parley/core";
import {
  missingSteps,
  readVersion,
  type SchemaVersion,
  scriptOf,
  versionTable,
} from "@parley/core/sql-store";
import Database from "better-sqlite3";
import { Kysely, sql, SqliteDialect } from "kysely";
import { type RateLimiterAbstract, RateLimiterMemory } from "rate-limiter-flexible";
import type { AttemptLimitOptions } from "../sign-in/attempt-limit.ts";
import type { ConsoleDatabase, Queries } from "./console-database.ts";
import { sqliteSchema } from "./console-schema.ts";
import { KeptStatements } from "./kept-statements.ts";
import { compact, momentBytes, requestCompaction, startBytes } from "./sqlite-compaction.ts";

/**
 * Opens or creates `<directory>/console.db`. A created file or directory is readable by its owner only.
 * @throws `console-database-unusable`
 */
export function openSqliteConsole(directory: string, random: Random): SqliteConsole {
  const file = consoleFileIn(directory);
  let connection: Database.Database | null = null;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    makePrivate(file);
    connection = new Database(file);
    connection.pragma("journal_mode = wal");
    // Overwrites what is deleted.
    connection.pragma("secure_delete = on");
    migrate(connection, file);
    compact(connection, startBytes);
    return new SqliteConsole(connection, secretOf(connection, random));
  } catch (cause) {
    connection?.close();
    if (ParleyError.is(cause)) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ParleyError(
      "console-database-unusable",
      `The console cannot use its database ${file}: ${why}.`,
      { cause },
    );
  }
}

/** Path of the console's database in a directory. */
export function consoleFileIn(directory: string): string {
  return join(directory, "console.db");
}

/** Must run before SQLite opens the file, so that others can never read it. SQLite gives the WAL the same mode. */
function makePrivate(file: string): void {
  const descriptor = openSync(file, "a", 0o600);
  try {
    fchmodSync(descriptor, 0o600);
  } finally {
    closeSync(descriptor);
  }
}

function migrate(connection: Database.Database, file: string): void {
  connection
    .transaction(() => {
      const tables = connection
        .prepare<[], string>("select name from sqlite_schema where type = 'table'")
        .pluck()
        .all();
      const version = tables.includes(versionTable) ? versionOf(connection) : null;
      const steps = missingSteps({ tables, version }, sqliteSchema(file));
      connection.exec(scriptOf(steps, tables.length === 0));
    })
    .immediate();
}

function versionOf(connection: Database.Database): SchemaVersion | null {
  return connection.prepare<[], SchemaVersion>(readVersion).get() ?? null;
}

function secretOf(connection: Database.Database, random: Random): string {
  connection
    .prepare("insert into setting (name, value) values ('secret', ?) on conflict do nothing")
    .run(random.token(43));
  return connection
    .prepare<[], string>("select value from setting where name = 'secret'")
    .pluck()
    .get() as string;
}

/** `ConsoleDatabase` of one gateway: the file `console.db`. */
export class SqliteConsole implements ConsoleDatabase {
  readonly kind = "sqlite";
  /**
   * Only for features that SQLite alone has. Do not run statements on it: they would join another caller's transaction.
   */
  readonly connection: Database.Database;
  readonly queries: Queries;
  readonly secret: string;

  constructor(connection: Database.Database, secret: string) {
    this.connection = connection;
    // Shared with better-auth. It runs one transaction at a time, from either side.
    const database = new KeptStatements(connection);
    this.queries = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) });
    this.secret = secret;
  }

  runExclusively<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    return this.queries.transaction().execute(work);
  }

  runForConversation<Result>(
    _conversationId: string,
    work: (queries: Queries) => Promise<Result>,
  ): Promise<Result> {
    return this.runExclusively(work);
  }

  /** One transaction runs at a time, and holds everything. */
  async hold(): Promise<void> {}

  async forget(
    _conversationId: string,
    work: (queries: Queries) => Promise<boolean>,
  ): Promise<void> {
    await this.runExclusively(async (queries) => {
      if (await work(queries)) await sql.raw(requestCompaction).execute(queries);
    });
    // While this connection is lent, no transaction is open.
    await this.queries.connection().execute(async () => compact(this.connection, momentBytes));
  }

  alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return work();
  }

  limiter(name: string, { attempts, seconds }: AttemptLimitOptions): RateLimiterAbstract {
    return new RateLimiterMemory({ keyPrefix: name, points: attempts, duration: seconds });
  }

  async close(): Promise<void> {
    await this.queries.destroy();
    this.connection.close();
  }
}
