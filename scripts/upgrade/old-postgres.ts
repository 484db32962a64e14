import { openPostgresStore } from "../../benchmarks/src/store/opened-store.ts";
import { copyPostgresRows } from "../../harness/src/landed-schemas/copy-rows.ts";
import type { OutputStream } from "../../packages/cli/src/output/output-stream.ts";
import { startPostgres, withClient } from "../../tools/embedded-postgres/src/index.ts";
import { firstLanded } from "./landed.ts";
import { type Entry, fillOld, type OldData } from "./old-data.ts";

const indexed = "select count(*)::float8 as value from parley.search_messages";
const walked = `select case when walked_at > 0 and walked_to is null then 9007199254740991
    else coalesce(walked_to, 0) end::float8 as value from parley.search_cursor`;
const allEntries = `select c.id as "conversationId", d.message, s.text from parley.deliveries d
  join parley.conversations c on c.conversation = d.conversation
  left join parley.search_messages s on s.conversation = d.conversation and s.sequence = d.sequence
  where d.kind < 2 and d.sequence = d.message_sequence`;

/** A database as the first gateway left it. */
export async function oldPostgres(messages: number, stderr: OutputStream): Promise<OldData> {
  const server = await startPostgres();
  const { connectionString } = server;
  try {
    const store = await openPostgresStore(connectionString, "filled");
    await fillOld(store, messages, stderr);
    await store.close();
    await withClient(connectionString, async (client) => {
      for (const [schema, kind] of [
        ["parley", "store-postgres"],
        ["parley_console", "console-postgres"],
      ] as const) {
        await client.query(`create schema ${schema}; set search_path = ${schema}`);
        await client.query(firstLanded(kind));
      }
      await copyPostgresRows(client, "filled", "parley");
      await client.query("drop schema filled cascade");
    });
  } catch (error) {
    await server.stop();
    throw error;
  }
  const rowsOf = <Row>(query: string): Promise<readonly Row[]> =>
    withClient(connectionString, async (client) => (await client.query(query)).rows as Row[]);
  const valueOf = async (query: string) => (await rowsOf<{ value: number }>(query))[0]?.value ?? 0;
  return {
    place: { kind: "postgres", url: connectionString },
    indexed: () => valueOf(indexed),
    cursor: () => valueOf(walked),
    entries: () => rowsOf<Entry>(allEntries),
    close: () => server.stop(),
  };
}
