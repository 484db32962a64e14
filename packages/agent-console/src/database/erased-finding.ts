import { type Finding, okFinding, warningFinding } from "@parley/core";
import { type RawBuilder, sql } from "kysely";
import type { ConsoleDatabase } from "./console-database.ts";
import { startBytes } from "./sqlite-compaction.ts";

const check = "console-erased";

const dueBytes: RawBuilder<{ readonly bytes: number }> = sql`select page_count * page_size as bytes
  from setting, pragma_page_count(), pragma_page_size() where name = 'compaction'`;

/** Whether pieces of erased texts may stay in unused parts of the database's file. */
export async function erasedFinding({
  kind,
  queries,
}: Pick<ConsoleDatabase, "kind" | "queries">): Promise<Finding> {
  if (kind === "postgres")
    return okFinding(check, "PostgreSQL removes what was erased when it vacuums.");
  const { rows } = await dueBytes.execute(queries);
  return fileFinding(rows[0]?.bytes ?? null);
}

/** `dueBytes`: size of a file that is to be rewritten; `null`: nothing is due. */
export function fileFinding(dueBytes: number | null): Finding {
  if (dueBytes === null)
    return okFinding(check, "The console's database holds no traces of erased visitors.");
  if (dueBytes <= startBytes) {
    return okFinding(
      check,
      "At its next start the gateway removes traces of erased visitors from the console's database.",
    );
  }
  return warningFinding(
    check,
    "The console's database may hold traces of erased visitors, and is too large to be rewritten at the start.",
    "Make a backup, which holds no traces, and restore it; then delete the replaced files.",
  );
}
