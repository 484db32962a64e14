import { Connection } from "../connection/connection.ts";
import { codeOf, isDamage, storeError } from "../connection/store-error.ts";
import { requireCurrent, requireKnown } from "../schema/migrate.ts";
import type { DerivedData } from "./derived.ts";
import { countFileFaults, readTables } from "./integrity.ts";
import { lostRows } from "./lost-rows.ts";
import { unreadableError } from "./rewrite-file.ts";

/** Derived data of one kind that disagree with the rows that they come from. */
export interface Disagreement {
  readonly name: string;
  readonly rows: number;
  /** Whether rows are lost that nothing else can tell. */
  readonly isLoss?: true;
}

/**
 * Looks through the pages and indexes of a file, and changes nothing. The caller owns the file.
 * @throws ParleyError `store-corrupt` when a table cannot be read whole; of `storeSqlite`.
 */
export function inspectFile(path: string): readonly Disagreement[] {
  return readOnly(path, (connection) => {
    requireKnown(connection);
    const rows = countFileFaults(connection);
    if (rows === 0) return [];
    requireReadable(connection);
    const lost = lostRows(connection).map((one) => ({ ...one, isLoss: true as const }));
    return [{ name: "indexes", rows }, ...lost];
  });
}

/** Compares derived data with their rows, and changes nothing. The caller owns the file. */
export function inspectDerived(path: string, data: DerivedData): readonly Disagreement[] {
  return readOnly(path, (connection) => {
    requireCurrent(connection);
    return countWrong(connection, data);
  });
}

/** Compares one kind of derived data with their rows. */
export function countWrong(
  connection: Connection,
  { name, wrong }: DerivedData,
): readonly Disagreement[] {
  const rows = connection.get<{ n: number }>(wrong)?.n ?? 0;
  return rows > 0 ? [{ name, rows }] : [];
}

function readOnly<Result>(path: string, work: (connection: Connection) => Result): Result {
  let connection: Connection | null = null;
  try {
    connection = Connection.openReadOnly(path);
    return work(connection);
  } catch (error) {
    throw storeError(error, path);
  } finally {
    connection?.close();
  }
}

function requireReadable(connection: Connection): void {
  try {
    readTables(connection);
  } catch (error) {
    if (isDamage(codeOf(error))) throw unreadableError(connection.path, "a table", error);
    throw error;
  }
}
