import { ParleyError } from "@parley/core";
import type { Client } from "pg";

/** The version row of a schema. */
export interface SchemaVersion {
  readonly version: number;
  readonly oldestReader: number;
}

/** Location of the schema: its name, and the database's address for messages. */
export interface SchemaPlace {
  readonly schema: string;
  readonly place: string;
}

/** `null` when there is none. @throws ParleyError `store-foreign`. */
export async function readVersion(client: Client, at: SchemaPlace): Promise<SchemaVersion | null> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = $1",
    [at.schema],
  );
  if (tables.length === 0) return null;
  if (!tables.some(({ name }) => name === "schema")) throw foreignError(at);
  const { rows } = await client.query<SchemaVersion>(
    'select version, oldest_reader as "oldestReader" from schema',
  );
  if (rows[0] === undefined) throw foreignError(at);
  return rows[0];
}

/** Creates the table of the version. `writeVersion` must follow. */
export const versionTable = `create table schema (version integer not null, oldest_reader integer not null);
  insert into schema (version, oldest_reader) values (0, 0)`;

export async function writeVersion(
  client: Client,
  { version, oldestReader }: SchemaVersion,
): Promise<void> {
  const text = "update schema set version = $1, oldest_reader = $2";
  await client.query(text, [version, oldestReader]);
}

/** `latest`: the newest version known here. @throws ParleyError `store-newer`. */
export function requireReadable(
  { version, oldestReader }: SchemaVersion,
  { schema, place }: SchemaPlace,
  latest: number,
): void {
  if (oldestReader <= latest) return;
  throw new ParleyError(
    "store-newer",
    `Schema ${schema} of ${place} has version ${version}, which needs a gateway that reads version ${oldestReader}; this one reads ${latest}: install the newer version again.`,
  );
}

function foreignError({ schema, place }: SchemaPlace): ParleyError {
  return new ParleyError(
    "store-foreign",
    `Schema ${schema} of ${place} belongs to another program: choose another schema name.`,
  );
}
