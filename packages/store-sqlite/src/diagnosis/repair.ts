import { existsSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ParleyError } from "@parley/core";
import { Database } from "../connection/database.ts";
import { type Disagreement, type IntegrityCheck, integrityChecks } from "./integrity.ts";

/** The file to repair. */
export interface SqliteRepairOptions {
  readonly directory: string;
  /** Within `directory`; default `parley.db`. */
  readonly fileName?: string;
  /** Whether to compare only, and change nothing. It ends at wrong indexes, which hide the rest. Default: no. */
  readonly isDry?: boolean;
  /** Called after each step. */
  readonly onStep?: (done: number, total: number) => void;
  /** Stops before the next step. Each step is a transaction of its own. Default: never. */
  readonly signal?: AbortSignal;
}

/**
 * Compares the derived data of a stopped gateway's file with the rows that they come from, and computes anew what
 * disagrees.
 * @returns what disagreed. @throws ParleyError of `storeSqlite`; `store-directory` when the file is missing;
 * `store-corrupt` when more than derived data is damaged; the reason of `signal`.
 */
export async function repairStore(options: SqliteRepairOptions): Promise<readonly Disagreement[]> {
  const { directory, fileName = "parley.db", isDry = false } = options;
  const path = join(directory, fileName);
  if (!existsSync(path)) {
    throw new ParleyError(
      "store-directory",
      `${path} does not exist: give the data directory of a gateway.`,
    );
  }
  const database = Database.open({ directory, fileName, isRepair: true });
  try {
    const steps = new Steps(options, isDry ? 1 : 2);
    const found: Disagreement[] = [];
    await steps.each((check) => {
      const rows = database.read((connection) => check.count(connection));
      if (rows === 0) return false;
      found.push({ name: check.name, rows });
      if (!isDry) database.write((connection) => check.mend(connection));
      return isDry && check.isNeededByOthers === true;
    });
    if (!isDry) await steps.each((check) => requireMended(database, check));
    return found;
  } finally {
    database.close();
  }
}

/** Takes every check, once or twice, and reports the progress. */
class Steps {
  readonly #options: SqliteRepairOptions;
  readonly #total: number;
  #done = 0;

  constructor(options: SqliteRepairOptions, times: number) {
    this.#options = options;
    this.#total = times * integrityChecks.length;
  }

  /** `take` returns whether to end here. */
  async each(take: (check: IntegrityCheck) => boolean): Promise<void> {
    const { onStep, signal } = this.#options;
    for (const check of integrityChecks) {
      signal?.throwIfAborted();
      const isEnd = take(check);
      this.#done += 1;
      onStep?.(this.#done, this.#total);
      if (isEnd) return;
      // Lets the caller show the progress.
      await nextTurn();
    }
  }
}

function requireMended(database: Database, check: IntegrityCheck): boolean {
  const rows = database.read((connection) => check.count(connection));
  if (rows === 0) return false;
  throw new ParleyError(
    "store-corrupt",
    `${database.path} cannot be repaired (${check.name}): restore it from a backup.`,
  );
}
