import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../benchmarks/src/store/opened-store.ts";
import { copySqliteRows } from "../../harness/src/landed-schemas/copy-rows.ts";
import { restoreSqlite } from "../../harness/src/landed-schemas/dump-sqlite.ts";
import { readRows } from "../../harness/src/landed-schemas/read-rows.ts";
import type { OutputStream } from "../../packages/cli/src/output/output-stream.ts";
import { firstLanded } from "./landed.ts";
import { type Entry, fillOld, type OldData } from "./old-data.ts";

const indexed = "select count(*) as value from search_messages";
const position = "select value from counters where name = 'search_position'";
const allEntries = `select c.id as conversationId, d.message, s.text from deliveries d
  join conversations c on c.conversation = d.conversation
  left join search_messages s on s.rowid = d.position
  where d.kind < 2 and d.sequence = d.message_sequence`;

/** A data directory as the first gateway left it. */
export async function oldSqlite(messages: number, stderr: OutputStream): Promise<OldData> {
  const scratch = mkdtempSync(join(tmpdir(), "parley-upgrade-"));
  const [filled, directory] = ["filled", "data"].map((name) => join(scratch, name)) as [
    string,
    string,
  ];
  const store = await openStore(filled);
  await fillOld(store, messages, stderr);
  await store.close();
  mkdirSync(directory);
  const path = join(directory, "parley.db");
  restoreSqlite(path, firstLanded("store-sqlite"));
  copySqliteRows(join(filled, "parley.db"), path);
  rmSync(filled, { recursive: true });
  restoreSqlite(join(directory, "console.db"), firstLanded("console-sqlite"));
  const valueOf = (query: string) => readRows<{ value: number }>(path, query)[0]?.value ?? 0;
  return {
    place: { kind: "sqlite", directory },
    indexed: async () => valueOf(indexed),
    cursor: async () => valueOf(position),
    entries: async () => readRows<Entry>(path, allEntries),
    close: async () => rmSync(scratch, { recursive: true }),
  };
}
