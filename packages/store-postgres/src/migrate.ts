import { ParleyError } from "@parley/core";
import type { Client } from "pg";
import { migrations } from "./migrations/all.ts";
import { lockKey } from "./owner.ts";
import { quoted } from "./place.ts";

/** One numbered step of the schema. Append only: a released step never changes. */
export interface Migration {
  /** From 1, without gaps. */
  readonly version: number;
  /** The oldest version of this package's schema that can still read and write the database after this step. */
  readonly oldestReader: number;
  readonly sql: string;
}

interface Schema {
  readonly version: number;
  readonly oldest_reader: number;
}

/** Where the schema lies: its name, and the database for people. */
export interface SchemaPlace {
  readonly schema: string;
  readonly place: string;
}

const makeTable = `create table schema (version integer not null, oldest_reader integer not null);
  insert into schema (version, oldest_reader) values (0, 0)`;

/**
 * Brings the schema to the newest version known here, one node at a time. A newer schema is left as it is when it still
 * allows this version.
 * @throws ParleyError `store-newer`, `store-foreign`; a database error otherwise.
 */
export async function migrate(
  client: Client,
  at: SchemaPlace,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  const latest = steps.length;
  const known = await schemaOf(client, at);
  if (known !== null && isReadable(known, at, latest) && known.version >= latest) return;
  await client.query("begin");
  try {
    await client.query("select pg_advisory_xact_lock($1::bigint)", [
      lockKey(`${at.schema} schema`),
    ]);
    await apply(client, at, steps);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

async function apply(client: Client, at: SchemaPlace, steps: readonly Migration[]): Promise<void> {
  const found = (await schemaOf(client, at)) ?? (await create(client, at));
  isReadable(found, at, steps.length);
  for (const { sql, version, oldestReader } of steps.slice(found.version)) {
    await client.query(sql);
    await client.query("update schema set version = $1, oldest_reader = $2", [
      version,
      oldestReader,
    ]);
  }
}

async function create(client: Client, { schema }: SchemaPlace): Promise<Schema> {
  await client.query(`create schema if not exists ${quoted(schema)}`);
  await client.query(makeTable);
  return { version: 0, oldest_reader: 0 };
}

/** `null` when there is none. @throws ParleyError `store-foreign`. */
async function schemaOf(client: Client, at: SchemaPlace): Promise<Schema | null> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = $1",
    [at.schema],
  );
  if (tables.length === 0) return null;
  if (!tables.some(({ name }) => name === "schema")) throw foreignError(at);
  const { rows } = await client.query<Schema>("select version, oldest_reader from schema");
  if (rows[0] === undefined) throw foreignError(at);
  return rows[0];
}

function isReadable(found: Schema, { schema, place }: SchemaPlace, latest: number): true {
  if (found.oldest_reader <= latest) return true;
  throw new ParleyError(
    "store-newer",
    `Schema ${schema} of ${place} has version ${found.version}, which needs a gateway that reads version ${found.oldest_reader}; this one reads ${latest}: install the newer version again.`,
  );
}

function foreignError({ schema, place }: SchemaPlace): ParleyError {
  return new ParleyError(
    "store-foreign",
    `Schema ${schema} of ${place} belongs to another program: choose another schema name.`,
  );
}
