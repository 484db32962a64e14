import { closeSync, fsyncSync, openSync } from "node:fs";
import { type BackupFacts, type BackupSource, ParleyError } from "@parley/core";
import Database from "better-sqlite3";

const pagesPerStep = 64;

/** `BackupSource` of `console.db`: accounts, sessions and presence. A small file, so that it is checked at once. */
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

/** A copy of a WAL database says that it is one; then even looking at it makes files beside it. */
function settle(path: string): void {
  const copy = new Database(path, { fileMustExist: true });
  try {
    copy.pragma("journal_mode = delete");
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

/** The table is made together with the first account. */
function accountsIn(copy: Database.Database): number {
  const made = copy.prepare("select 1 from sqlite_schema where name = 'user'").get() !== undefined;
  return made ? (copy.prepare<[], number>('select count(*) from "user"').pluck().get() ?? 0) : 0;
}

function damagedError(path: string, cause?: unknown): ParleyError {
  return new ParleyError(
    "backup-damaged",
    `${path} is damaged or is no SQLite database: it cannot be restored; choose another backup.`,
    { cause },
  );
}
