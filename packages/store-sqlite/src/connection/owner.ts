import { hostname } from "node:os";
import Sqlite from "better-sqlite3";
import { ParleyError } from "@parley/core";
import { createFile } from "./directory.ts";
import { storeError } from "./store-error.ts";

interface Holder {
  readonly pid: number;
  readonly host: string;
}

/**
 * Exclusive use of a database file: an open write transaction on a second tiny file beside it. The system ends it with
 * the process, while a pid file could be left behind. Other processes can read there who the owner is.
 */
export class Owner {
  readonly #handle: Sqlite.Database;

  private constructor(handle: Sqlite.Database) {
    this.#handle = handle;
  }

  /** @throws ParleyError `store-owned`, `store-directory`, or that of `storeError` for the file's error. */
  static take(path: string): Owner {
    const ownerPath = `${path}.owner`;
    let handle: Sqlite.Database | null = null;
    createFile(ownerPath);
    try {
      handle = new Sqlite(ownerPath, { timeout: 100 });
      sign(handle);
      handle.exec("begin immediate");
      return new Owner(handle);
    } catch (error) {
      const refusal =
        isBusy(error) && handle !== null ? ownedError(path, handle) : storeError(error, ownerPath);
      handle?.close();
      throw refusal;
    }
  }

  release(): void {
    this.#handle.close();
  }
}

/** Fully synchronised: a file torn by a power failure would lock out every gateway. */
function sign(handle: Sqlite.Database): void {
  handle.pragma("synchronous = full");
  handle.exec("begin immediate");
  handle.exec("create table if not exists owner (pid integer not null, host text not null)");
  handle.exec("delete from owner");
  handle.prepare("insert into owner (pid, host) values (?, ?)").run(process.pid, hostname());
  handle.exec("commit");
}

function ownedError(path: string, handle: Sqlite.Database): ParleyError {
  const holder = holderOf(handle);
  const who = holder === null ? "another process" : `process ${holder.pid} on ${holder.host}`;
  return new ParleyError(
    "store-owned",
    `${path} is in use by ${who}: stop that gateway first, or give this one a directory of its own.`,
  );
}

function holderOf(handle: Sqlite.Database): Holder | null {
  try {
    return (handle.prepare("select pid, host from owner").get() as Holder | undefined) ?? null;
  } catch {
    return null;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}
