import type Database from "better-sqlite3";

/** Files up to this size are rewritten at once. The process blocks meanwhile. */
export const momentBytes = 4 * 1024 * 1024;
/** Larger files are not rewritten at a start either: that would delay it by seconds. */
export const startBytes = 256 * 1024 * 1024;

/** The statement that asks for a compaction, in the transaction that deletes what people wrote. */
export const requestCompaction =
  "insert into setting (name, value) values ('compaction', 'due') on conflict (name) do nothing";

/**
 * Rewrites the file, if a compaction is due: deleted rows have left pieces in unused parts of pages. Truncates the
 * write-ahead log in any case, because older pages in it have ids of deleted rows. Call it outside of transactions. A
 * file over the limit stays due.
 */
export function compact(connection: Database.Database, limitBytes: number): void {
  const due = connection.prepare("select 1 from setting where name = 'compaction'").get();
  const pages = connection.pragma("page_count", { simple: true }) as number;
  const bytes = pages * (connection.pragma("page_size", { simple: true }) as number);
  const isRewritten = due !== undefined && bytes <= limitBytes;
  if (isRewritten) connection.exec("vacuum");
  const [log] = connection.pragma("wal_checkpoint(truncate)") as { readonly busy: number }[];
  if (isRewritten && log?.busy === 0)
    connection.exec("delete from setting where name = 'compaction'");
}
