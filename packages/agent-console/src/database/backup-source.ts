import { closeSync, fsyncSync, openSync } from "node:fs";
import { type BackupFacts, type BackupSource, ParleyError } from "@parley/core";
import { versionTable } from "@parley/core/sql-store";
import Database from "better-sqlite3";

const pagesPerStep = 64;

/**
 * `BackupSource` of `console.db`. The backup contains accounts, with password hashes as the only credentials. The file
 * is small, so it is verified at once.
 */
export class ConsoleBackupSource implements BackupSource {
  readonly name = "console.db";
  readonly holds = "accounts";
  readonly #connection: Database.Database;

  constructor(connection: Database.Database) {
    this.#connection = connection;
  }

  async write(
    path: string,
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    closeSync(openSync(path, "wx", 0o600));
    await this.#connection.backup(path, {
      progress: ({ totalPages, remainingPages }) => {
        signal.throwIfAborted();
        onProgress(1 - remainingPages / totalPages);
        return pagesPerStep;
      },
    });
    settle(path);
    onProgress(1);
  }

  async verify(path: string): Promise<BackupFacts> {
    try {
      return factsOf(path);
    } catch (cause) {
      if (ParleyError.is(cause)) throw cause;
      throw damagedError(path, cause);
    }
  }
}

/** Tables that can sign somebody in without a password. better-auth creates some of them with the first account. */
const accessTables = ["session", "verification", "invitation", "password_link"] as const;

/** A copy of a WAL database is in WAL mode too. Opening it would create files beside it. */
function settle(path: string): void {
  const copy = new Database(path, { fileMustExist: true });
  try {
    copy.pragma("journal_mode = delete");
    // A journal on disk would keep the deleted rows.
    copy.pragma("journal_mode = memory");
    closeDoors(copy);
  } finally {
    copy.close();
  }
  const descriptor = openSync(path, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A stolen backup must not sign anybody in. A restored backup must not revive ended sessions. */
function closeDoors(copy: Database.Database): void {
  for (const table of accessTables) {
    if (hasTable(copy, table)) copy.exec(`delete from "${table}"`);
  }
  // Derived from the gateway's store, which may be restored to another instant.
  copy.exec("delete from inbox_entry; delete from inbox_progress");
  // Without sessions, no agent is available.
  copy.exec("delete from presence; delete from setting where name in ('secret', 'compaction')");
  // Rewrites all pages, so that deleted rows leave no trace in the file. That is the compaction that may have been due.
  copy.exec("vacuum");
}

function factsOf(path: string): BackupFacts {
  const copy = new Database(path, { readonly: true, fileMustExist: true });
  try {
    if (copy.pragma("integrity_check(1)", { simple: true }) !== "ok") throw damagedError(path);
    return {
      schema: copy.prepare<[], number>(`select version from ${versionTable}`).pluck().get() ?? 0,
      accounts: accountsIn(copy),
    };
  } finally {
    copy.close();
  }
}

function accountsIn(copy: Database.Database): number {
  if (!hasTable(copy, "user")) return 0;
  return copy.prepare<[], number>('select count(*) from "user"').pluck().get() ?? 0;
}

function hasTable(copy: Database.Database, name: string): boolean {
  return copy.prepare("select 1 from sqlite_schema where name = ?").get(name) !== undefined;
}

function damagedError(path: string, cause?: unknown): ParleyError {
  return new ParleyError(
    "backup-damaged",
    `${path} is damaged or is not an SQLite database, so it cannot be restored: choose another backup.`,
    { cause },
  );
}
