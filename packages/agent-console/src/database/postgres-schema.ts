import { ParleyError } from "@parley/core";
import type { Client } from "pg";
import { quoted } from "./postgres-connection.ts";

interface Step {
  /** Oldest version of this package that can work with this schema. It makes rolling upgrades possible. */
  readonly oldestReader: number;
  readonly sql: string;
}

/** Applied once each, in order; append only. better-auth migrates its own tables. Names match the SQLite file's. */
const steps: readonly Step[] = [
  {
    oldestReader: 1,
    sql: `create table setting (name text primary key, value text not null);
      create table presence (
        account_id text primary key,
        available integer not null,
        seen_at bigint not null
      );
      create table invitation (
        id text primary key,
        email text not null unique,
        role text not null,
        digest text not null unique,
        created_at bigint not null,
        expires_at bigint not null,
        issued_by text
      );
      create table password_link (
        account_id text primary key,
        digest text not null unique,
        expires_at bigint not null,
        issued_by text
      );
      create table attempt (
        key varchar(255) primary key,
        points integer not null default 0,
        expire bigint
      );`,
  },
  {
    oldestReader: 1,
    sql: "alter table presence add column without_page integer not null default 0;",
  },
];

interface Version {
  readonly version: number;
  readonly oldest_reader: number;
}

/**
 * Migrates the console's schema. Leaves a newer schema as it is when that schema allows this version. Call it on one
 * node at a time. `place`: the database's address for error messages.
 * @throws ParleyError `console-database-unusable` when the schema needs a newer version; otherwise a database error.
 */
export async function migratePostgresConsole(
  client: Client,
  schema: string,
  place: string,
): Promise<void> {
  const found = await versionOf(client, schema, place);
  if (found !== null && found.oldest_reader > steps.length) throw newerError(schema, place);
  if (found !== null && found.version >= steps.length) return;
  await client.query("begin");
  if (found === null) await create(client, schema);
  for (const { sql, oldestReader } of steps.slice(found?.version ?? 0)) {
    await client.query(sql);
    await client.query("update console_schema set version = version + 1, oldest_reader = $1", [
      oldestReader,
    ]);
  }
  await client.query("commit");
}

async function create(client: Client, schema: string): Promise<void> {
  await client.query(`create schema if not exists ${quoted(schema)}`);
  await client.query(
    "create table console_schema (version integer not null, oldest_reader integer not null)",
  );
  await client.query("insert into console_schema (version, oldest_reader) values (0, 0)");
}

/** `null` when there is none. @throws ParleyError `console-database-unusable` when other tables exist */
async function versionOf(client: Client, schema: string, place: string): Promise<Version | null> {
  const { rows: tables } = await client.query<{ readonly name: string }>(
    "select tablename as name from pg_tables where schemaname = $1",
    [schema],
  );
  if (tables.length === 0) return null;
  if (!tables.some(({ name }) => name === "console_schema")) throw foreignError(schema, place);
  // The qualified name gives a permission error when the schema is not allowed. Otherwise the table would seem missing.
  const { rows } = await client.query<Version>(
    `select version, oldest_reader from ${quoted(schema)}.console_schema`,
  );
  return rows[0] ?? null;
}

function newerError(schema: string, place: string): ParleyError {
  return new ParleyError(
    "console-database-unusable",
    `Schema ${schema} of ${place} was written by a newer version of Parley; start that version, or a later one.`,
  );
}

function foreignError(schema: string, place: string): ParleyError {
  return new ParleyError(
    "console-database-unusable",
    `Schema ${schema} of ${place} holds other tables than the console's; choose another schema name for the console.`,
  );
}
