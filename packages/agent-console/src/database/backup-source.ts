import { closeSync, fsyncSync, openSync } from "node:fs";
import { type BackupFacts, type BackupSource, ParleyError } from "@parley/core";
import Database from "better-sqlite3";

const pagesPerStep = 64;

/**
 * `BackupSource` of `console.db`: the accounts, and nothing that opens a door to them but their passwords' hashes.
 * A small file, so that it is checked at once.
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

/** What signs somebody in who is not asked for a password; some are better-auth's, made with the first account. */
const accessTables = ["session", "verification", "invitation", "password_link"] as const;

/** A copy of a WAL database says that it is one; then even looking at it makes files beside it. */
function settle(path: string): void {
  const copy = new Database(path, { fileMustExist: true });
  try {
    copy.pragma("journal_mode = delete");
    // A journal on the disk would keep what is taken away here.
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

/** Whoever gets hold of a backup must not be signed in by it; restoring one must not undo the end of a session. */
function closeDoors(copy: Database.Database): void {
  for (const table of accessTables) {
    if (hasTable(copy, table)) copy.exec(`delete from "${table}"`);
  }
  // Nobody is signed in any more, so that nobody is available.
  copy.exec("delete from presence; delete from setting where name = 'secret'");
  // Rewrites every page: what was deleted, now or earlier, is in none.
  copy.exec("vacuum");
}

function factsOf(path: string): BackupFacts {
  const copy = new Database(path, { readonly: true, fileMustExist: true });
  try {
    if (copy.pragma("integrity_check(1)", { simple: true }) !== "ok") throw damagedError(path);
    return {
      schema: copy.pragma("user_version", { simple: true }) as number,
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
