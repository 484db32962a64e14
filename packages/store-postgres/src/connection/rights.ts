import { ParleyError } from "@parley/core";
import type { Client } from "pg";
import type { SchemaPlace } from "../schema/schema.ts";
import { quoted } from "./place.ts";

// `has_…_privilege` also covers roles that this user is a member of. The sequence of an identity column needs no
// privilege.
const lacking = `select relname as name from pg_class
  where relnamespace = $1::regnamespace and (
    relkind in ('r', 'p') and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
      and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
    or relkind = 'S' and not has_sequence_privilege(oid, 'usage')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'i'))
  order by relname limit 1`;

/**
 * Searches for tables and sequences that this user may not use. Otherwise the first message would fail.
 * @throws ParleyError `store-not-allowed`.
 */
export async function requireRights(client: Client, { schema, place }: SchemaPlace): Promise<void> {
  const { rows } = await client.query<{ name: string }>(lacking, [quoted(schema)]);
  const [found] = rows;
  if (found === undefined) return;
  throw new ParleyError(
    "store-not-allowed",
    `${place} does not let this user use ${schema}.${found.name}: grant it SELECT, INSERT, UPDATE and DELETE on all tables of the schema, and USAGE on its sequences.`,
  );
}
