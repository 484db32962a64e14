import { BackendNames } from "@parley/core/sql-store";
import type { Client } from "pg";
import { allBackends, type BackendRow } from "../backends/backend-numbers.ts";
import { ownersVersion } from "../schema/schema.ts";

const insert = `insert into backends (number, name)
  select (select max(number) from backends) + ordinal, name from unnest($1::text[]) with ordinality as one (name, ordinal)`;
// A gateway that knows no owners could not use what was moved.
const refuse = `select refuse_earlier_nodes($1) from parley_schema where oldest_reader < $1
  and (exists (select from backends where name <> 'default') or exists (select from owner_changes))`;

/** The number of a backend's name; `null` for `null`. */
export type NumberOf = (name: string | null) => number | null;

/** The numbers of these names. Those that are missing are added. */
export async function numbersFor(
  client: Client,
  names: Iterable<string | null>,
): Promise<NumberOf> {
  const wanted = [...new Set(names)].filter((name) => name !== null);
  const known = await readNames(client);
  const missing = wanted.filter((name) => known.numberOf(name) === undefined);
  if (missing.length > 0) await client.query(insert, [missing]);
  const all = missing.length > 0 ? await readNames(client) : known;
  return (name) => (name === null ? null : (all.numberOf(name) ?? null));
}

/** Call it at the end of a move. */
export async function refuseEarlierNodes(client: Client): Promise<void> {
  await client.query(refuse, [ownersVersion]);
}

async function readNames(client: Client): Promise<BackendNames> {
  const { rows } = await client.query<BackendRow>(allBackends.text);
  return new BackendNames(rows);
}
