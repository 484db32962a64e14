import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ParleyError } from "@parley/core";
import type { Connection } from "../connection/connection.ts";
import { Database } from "../connection/database.ts";
import { Owner } from "../connection/owner.ts";
import type { DerivedData } from "./derived.ts";
import { derivedData } from "./derived-data.ts";
import { countWrong, type Disagreement, inspectDerived, inspectFile } from "./inspect-file.ts";
import { rewriteFile } from "./rewrite-file.ts";

/** The file to repair. */
export interface SqliteRepairOptions {
  readonly directory: string;
  /** Within `directory`; default `parley.db`. */
  readonly fileName?: string;
  /** Whether to compare only, and change nothing. It ends at wrong indexes, which hide the rest. Default: no. */
  readonly isDry?: boolean;
  /** Whether to repair a file that has lost messages. Their last traces go with it. Default: no. */
  readonly acceptsLoss?: boolean;
  /** Called after each step. */
  readonly onStep?: (done: number, total: number) => void;
  /** Stops before the next step. Each step is a transaction of its own. Default: never. */
  readonly signal?: AbortSignal;
}

/** What a check or a repair found. */
export interface RepairResult {
  readonly found: readonly Disagreement[];
  /** Where the file as it was is kept; `null` when only rows were changed, or nothing. */
  readonly keptAs: string | null;
}

/**
 * Compares the derived data of a stopped gateway's file with the rows that they come from, and computes anew what
 * disagrees. A file with a damaged page or index is written anew from its tables first.
 * @throws ParleyError of `storeSqlite`; `store-directory` when the file is missing; `store-corrupt` when a table cannot be
 * read whole, or messages are missing; the reason of `signal`.
 */
export async function repairStore(options: SqliteRepairOptions): Promise<RepairResult> {
  const { directory, fileName = "parley.db", isDry = false } = options;
  const path = join(resolve(directory), fileName);
  if (!existsSync(path)) {
    throw new ParleyError(
      "store-directory",
      `${path} does not exist: give the data directory of a gateway.`,
    );
  }
  const steps = new Steps(options, 1 + (isDry ? 1 : 2) * derivedData.length);
  if (isDry) return { found: await check(path, steps), keptAs: null };
  const file = await repairFile(path, steps, options.acceptsLoss === true);
  const database = Database.open({ directory, fileName, isRepair: true });
  try {
    const derived = await repairDerived(database, steps);
    return { ...file, found: [...file.found, ...derived] };
  } finally {
    database.close();
  }
}

/** Reports the progress after each step. */
class Steps {
  readonly #options: SqliteRepairOptions;
  readonly #total: number;
  #done = 0;

  constructor(options: SqliteRepairOptions, total: number) {
    this.#options = options;
    this.#total = total;
  }

  async run<Result>(step: () => Result): Promise<Result> {
    const { onStep, signal } = this.#options;
    signal?.throwIfAborted();
    const result = step();
    this.#done += 1;
    onStep?.(this.#done, this.#total);
    // Lets the caller show the progress.
    await nextTurn();
    return result;
  }
}

async function check(path: string, steps: Steps): Promise<readonly Disagreement[]> {
  const owner = Owner.take(path);
  try {
    const file = await steps.run(() => inspectFile(path));
    if (file.length > 0) return file;
    const found: Disagreement[] = [];
    for (const data of derivedData)
      found.push(...(await steps.run(() => inspectDerived(path, data))));
    return found;
  } finally {
    owner.release();
  }
}

function repairFile(path: string, steps: Steps, acceptsLoss: boolean): Promise<RepairResult> {
  return steps.run(() => {
    const owner = Owner.take(path);
    try {
      const found = inspectFile(path);
      const lost = found.filter(({ isLoss }) => isLoss === true);
      if (lost.length > 0 && !acceptsLoss) throw lossError(path, lost);
      return { found, keptAs: found.length > 0 ? rewriteFile(path) : null };
    } finally {
      owner.release();
    }
  });
}

async function repairDerived(database: Database, steps: Steps): Promise<readonly Disagreement[]> {
  const found: Disagreement[] = [];
  for (const data of derivedData) {
    const wrong = await steps.run(() => {
      const rows = database.read((connection) => countWrong(connection, data));
      if (rows.length > 0 || data.isFilledLater === true)
        database.write((connection) => rebuild(connection, data));
      return rows;
    });
    found.push(...wrong);
  }
  for (const data of derivedData) await steps.run(() => requireMended(database, data));
  return found;
}

function rebuild(connection: Connection, data: DerivedData): void {
  for (const sql of data.rebuild) connection.run(sql);
}

function requireMended(database: Database, data: DerivedData): void {
  const wrong = database.read((connection) => countWrong(connection, data));
  if (wrong.length === 0) return;
  throw new ParleyError(
    "store-corrupt",
    `${database.path} cannot be repaired (${data.name}): restore it from a backup.`,
  );
}

function lossError(path: string, lost: readonly Disagreement[]): ParleyError {
  const told = lost.map(({ name, rows }) => `${name}: ${rows}`).join(", ");
  return new ParleyError(
    "store-corrupt",
    `${path} has lost rows that an index still names (${told}): compare a backup, or run \`parley repair --accept-loss\` to go on without them. Nothing was changed.`,
  );
}
