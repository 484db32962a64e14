import { closeSync, fchmodSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { ParleyError, type Random } from "@parley/core";
import Database from "better-sqlite3";

/** Applied once each, in order; append only. better-auth migrates its own tables. */
const migrations: readonly string[] = [
  `create table setting (name text primary key, value text not null) strict;
   create table presence (
     account_id text primary key,
     available integer not null,
     seen_at integer not null
   ) strict;`,
  `create table invitation (
     id text primary key,
     email text not null unique,
     role text not null,
     digest text not null unique,
     created_at integer not null,
     expires_at integer not null
   ) strict;
   create table password_link (
     account_id text primary key,
     digest text not null unique,
     expires_at integer not null
   ) strict;`,
  // Who made the links of before is not known.
  `alter table invitation add column issued_by text;
   alter table password_link add column issued_by text;`,
];

/** `console.db`: better-auth's tables, open links, the agents' presence, and the key that signs session cookies. */
export interface ConsoleDatabase {
  readonly connection: Database.Database;
  /** Signs session cookies; made once. */
  readonly secret: string;
  /** Whether anybody can sign in. */
  hasAccounts(): boolean;
  close(): void;
}

/**
 * Opens, or makes, `<directory>/console.db`, readable by its owner only; so is the directory, when it is made.
 * @throws `console-database-unusable`
 */
export function openConsoleDatabase(directory: string, random: Random): ConsoleDatabase {
  const file = join(directory, "console.db");
  let connection: Database.Database | null = null;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    makePrivate(file);
    connection = new Database(file);
    connection.pragma("journal_mode = wal");
    migrate(connection);
    return new SqliteConsoleDatabase(connection, secretOf(connection, random));
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

/** Before SQLite opens it, so that there is no moment in which others could; its WAL gets the file's own mode. */
function makePrivate(file: string): void {
  const descriptor = openSync(file, "a", 0o600);
  try {
    fchmodSync(descriptor, 0o600);
  } finally {
    closeSync(descriptor);
  }
}

function migrate(connection: Database.Database): void {
  const version = connection.pragma("user_version", { simple: true }) as number;
  if (version > migrations.length) {
    throw new ParleyError(
      "console-database-unusable",
      "The console's database was written by a newer version of Parley; start that version, or a later one.",
    );
  }
  connection.transaction(() => {
    for (const sql of migrations.slice(version)) connection.exec(sql);
    connection.pragma(`user_version = ${migrations.length}`);
  })();
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

class SqliteConsoleDatabase implements ConsoleDatabase {
  readonly connection: Database.Database;
  readonly secret: string;

  constructor(connection: Database.Database, secret: string) {
    this.connection = connection;
    this.secret = secret;
  }

  hasAccounts(): boolean {
    return this.connection.prepare('select 1 from "user" limit 1').get() !== undefined;
  }

  close(): void {
    this.connection.close();
  }
}
