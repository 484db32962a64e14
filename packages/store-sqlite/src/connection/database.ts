import { join, resolve } from "node:path";
import { ParleyError } from "@parley/core";
import { Connection } from "./connection.ts";
import { Memory } from "./memory.ts";
import type { DatabaseOptions } from "./database-options.ts";
import { prepareDirectory } from "./directory.ts";
import { PendingCompaction } from "../erase/pending-compaction.ts";
import { FilePlace } from "./file-place.ts";
import { rewriteLog } from "./log-file.ts";
import { openFile } from "./open-file.ts";
import { Owner } from "./owner.ts";
import { codeOf, storeError } from "./store-error.ts";
import { LostConnection, transaction } from "./transaction.ts";

/**
 * The one open database that all stores share. Every call is synchronous, so transactions never interleave, and a read
 * finds the rows as the last write left them. The connection closes after a failed COMMIT, or when the file turns
 * out to be read-only. The next call opens it again.
 */
export class Database {
  readonly path: string;
  readonly place: FilePlace;
  readonly #owner: Owner;
  readonly #compaction = new PendingCompaction();
  readonly #memory = new Memory();
  #connection: Connection | null;
  #isWriting = false;
  #isBroken = false;
  #closed = false;

  private constructor(path: string, owner: Owner, connection: Connection) {
    this.path = path;
    this.place = new FilePlace(path);
    this.#owner = owner;
    this.#connection = connection;
  }

  /**
   * Creates the directory and the file when missing, and takes ownership of the file.
   * @throws ParleyError `store-directory`, `store-owned`, `store-sqlite-too-old`, `store-not-durable`, `store-corrupt`,
   * `store-foreign`, `store-read-only`, `store-moved`, `store-newer`, `store-older`, `store-failed`.
   */
  static open({ directory, fileName, isRepair = false }: DatabaseOptions): Database {
    const absolute = resolve(directory);
    const path = join(absolute, fileName);
    prepareDirectory(absolute);
    const owner = Owner.take(path);
    let connection: Connection | null = null;
    try {
      connection = openFile(path, isRepair);
      const database = new Database(path, owner, connection);
      database.write(() => {});
      if (!isRepair) database.#clear((connection) => database.#compaction.start(connection));
      return database;
    } catch (error) {
      connection?.close();
      owner.release();
      throw storeError(error, path);
    }
  }

  /** Runs `work`, which only reads. @throws ParleyError of `storeError`. */
  read<Result>(work: (connection: Connection) => Result): Result {
    return this.#guard(work);
  }

  /**
   * Runs `work` as one durable transaction. @throws ParleyError of `storeError`. Then nothing is known to be stored, but
   * after a failed COMMIT it may be.
   */
  write<Result>(work: (connection: Connection) => Result): Result {
    return this.commit((connection, memory) => {
      memory.conversations.clear();
      return work(connection);
    });
  }

  /** As `write`, for work that keeps the memory true once it has been committed. */
  commit<Result>(work: (connection: Connection, memory: Memory) => Result): Result {
    return this.#guard((connection) => {
      const result = this.#transact(connection, (opened) => work(opened, this.#memory));
      this.#clear(() => this.#compaction.wrote(connection));
      return result;
    });
  }

  /** Copies the open database, while in use, to `path`, which must not exist. @throws ParleyError of `storeError`. */
  async copyTo(
    path: string,
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const connection = this.place.isLost ? this.#connection : null;
      await (connection ?? this.#opened()).copyTo(path, onProgress, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw storeError(error, path);
    } finally {
      this.#clear((connection) => this.#compaction.clear(connection));
    }
  }

  /**
   * Call it after an erasure: see `PendingCompaction`. `isLast`: compact now, since the erasure is complete. A failed
   * compaction is retried later; the rows are erased either way.
   */
  forget(isLast = true): void {
    this.#compaction.request();
    if (isLast) this.#clear((connection) => this.#compaction.clear(connection));
  }

  /** Call it once another reader of the file has ended: see `PendingCompaction`. */
  readerEnded(): void {
    if (!this.#closed) this.#clear((connection) => this.#compaction.retry(connection));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    try {
      if (this.#isBroken && !this.place.isLost) this.#drop();
      this.#connection?.close();
    } finally {
      this.#owner.release();
    }
  }

  /** The next call that needs the disk or file reports its error. The rows are erased either way. */
  #clear(work: (connection: Connection) => void): void {
    try {
      work(this.#opened());
    } catch {
      this.#isBroken = true;
    }
  }

  /** In between nobody else uses the database: see `#opened`. */
  #transact<Result>(connection: Connection, work: (connection: Connection) => Result): Result {
    this.#isWriting = true;
    try {
      const result = transaction(connection, work, this.place);
      this.#memory.committed();
      connection.setPatient(true);
      return result;
    } catch (error) {
      connection.tokens.forget();
      this.#memory.clear();
      throw error;
    } finally {
      this.#isWriting = false;
    }
  }

  #guard<Result>(work: (connection: Connection) => Result): Result {
    try {
      return work(this.#opened());
    } catch (error) {
      const lost = error instanceof LostConnection;
      const cause = lost ? error.cause : error;
      const told = storeError(cause, this.path);
      // One call has waited in vain. If each one did, many answers would be late.
      if (codeOf(cause).startsWith("SQLITE_BUSY")) this.#connection?.setPatient(false);
      // A file that was opened read-only stays read-only, whatever happens to it.
      if (lost || told.code === "store-read-only") this.#isBroken = true;
      throw told;
    }
  }

  #opened(): Connection {
    if (this.#closed)
      throw new ParleyError("store-closed", `${this.path} was used after it was closed.`);
    // During a write, some changes are in memory only.
    if (this.#isWriting) throw new Error(`${this.path} was used during a write.`);
    // Before closing: a deleted file's data would be gone.
    if (this.#isBroken || this.#connection === null) this.place.check();
    if (this.#isBroken) this.#drop();
    if (this.#connection === null) {
      this.#connection = Connection.open(this.path);
      this.#connection.keepUndoInMemory();
    }
    return this.#connection;
  }

  /** Closing checkpoints the log into the database, so the log must be on disk first. */
  #drop(): void {
    rewriteLog(this.path);
    const connection = this.#connection;
    this.#connection = null;
    this.#isBroken = false;
    try {
      connection?.close();
    } catch {
      // The cause of the failed COMMIT can make closing fail too. The file is opened again in any case.
    }
  }
}
