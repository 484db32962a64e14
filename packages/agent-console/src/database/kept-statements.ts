import type Database from "better-sqlite3";
import type { SqliteDatabase, SqliteStatement } from "kysely";

/** More than the console has queries. A list of ids has a text for each of its lengths. */
const limit = 200;

/**
 * The connection as Kysely uses it, with the statements of earlier queries. Kysely prepares each query anew. The native
 * memory of a statement is freed only when the whole heap is collected, and V8 does not know how large it is. A busy
 * console would hold tens of megabytes of statements that nobody uses any more.
 */
export class KeptStatements implements SqliteDatabase {
  readonly #connection: Database.Database;
  /** By text; the least recently used first. */
  readonly #kept = new Map<string, Database.Statement<unknown[]>>();

  constructor(connection: Database.Database) {
    this.#connection = connection;
  }

  prepare(text: string): SqliteStatement {
    const statement = this.#kept.get(text) ?? this.#connection.prepare<unknown[]>(text);
    this.#kept.delete(text);
    this.#kept.set(text, statement);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > limit && oldest !== undefined) this.#kept.delete(oldest);
    return statement;
  }

  /** Ends all statements too. */
  close(): void {
    this.#connection.close();
  }
}
