import { statSync } from "node:fs";
import { ParleyError } from "@parley/core";
import type { Connection } from "../connection/connection.ts";
import { corruptError } from "../connection/store-error.ts";
import { derivedData } from "./derived-data.ts";

/** Checking all pages of a file up to this size takes about 0.1 s. Damage in larger files shows in use. */
const checkedBytes = 32 * 1024 * 1024;

/** Derived data of one kind that disagree with the rows that they come from. */
export interface Disagreement {
  readonly name: string;
  readonly rows: number;
}

/** How to find and to mend one kind of derived data. */
export interface IntegrityCheck {
  readonly name: string;
  /** Whether the later checks read by what it checks. Default: no. */
  readonly isNeededByOthers?: true;
  /** How many rows disagree. @throws ParleyError `store-corrupt` when more than derived data is damaged. */
  count(connection: Connection): number;
  /** Computes them anew. Call it inside a write. */
  mend(connection: Connection): void;
}

/** SQLite's own indexes come first: the other checks read by them. */
export const integrityChecks: readonly IntegrityCheck[] = [
  {
    name: "indexes",
    isNeededByOthers: true,
    count: countIndexFaults,
    mend: (connection) => connection.script("reindex"),
  },
  ...derivedData.map(({ name, wrong, rebuild }) => ({
    name,
    count: (connection: Connection) => connection.get<{ n: number }>(wrong)?.n ?? 0,
    mend: (connection: Connection) => {
      for (const sql of rebuild) connection.run(sql);
    },
  })),
];

/**
 * Checks every page of a small file, so that damage is reported at the start and not at a visitor's message.
 * @throws ParleyError `store-corrupt`; SqliteError `SQLITE_CORRUPT` or `SQLITE_NOTADB`.
 */
export function checkPages(connection: Connection): void {
  if (statSync(connection.path).size > checkedBytes) return;
  const found = connection.get<{ quick_check: string }>("pragma quick_check(1)");
  if (found?.quick_check === "ok") return;
  if (!isIndexFault(found?.quick_check ?? "")) throw corruptError(connection.path);
  throw new ParleyError(
    "store-corrupt",
    `${connection.path} has indexes that disagree with its tables: make a copy of its directory, and run \`parley repair\`.`,
  );
}

function countIndexFaults(connection: Connection): number {
  const found = connection.all<{ integrity_check: string }>("pragma integrity_check");
  const faults = found.map((row) => row.integrity_check).filter((told) => told !== "ok");
  if (faults.some((told) => !isIndexFault(told))) throw corruptError(connection.path);
  return faults.length;
}

/** Whether a line of `pragma integrity_check` tells of an index that disagrees with its table. */
function isIndexFault(told: string): boolean {
  return / index /.test(told);
}
