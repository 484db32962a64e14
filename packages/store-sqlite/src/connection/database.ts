import { join, resolve } from "node:path";
import { ParleyError } from "@parley/core";
import { Connection } from "./connection.ts";
import { WriteBehind } from "../write-behind/write-behind.ts";
import type { DatabaseOptions } from "./database-options.ts";
import { prepareDirectory } from "./directory.ts";
import { PendingCompaction } from "../erase/pending-compaction.ts";
import { FilePlace } from "./file-place.ts";
import { rewriteLog } from "./log-file.ts";
import { openFile } from "./open-file.ts";
import { Owner } from "./owner.ts";
import { codeOf, storeError } from "./store-error.ts";
import { LostConnection, probe, transaction } from "./transaction.ts";

/**
 * The one open database that all stores share. Every call is synchronous, so transactions never interleave, and a read
 * finds memory and rows as the last write left them. The connection closes after a failed COMMIT, or when the file turns
 * out to be read-only. The next call opens it again.
 */
export class Database {
  readonly path: string;
  readonly place: FilePlace;
  readonly #owner: Owner;
  readonly #compaction = new PendingCompaction();
  readonly #writeBehind: WriteBehind;
  #connection: Connection | null;
  #isWriting = false;
  #isBroken = false;
  #closed = false;

  private constructor(
    path: string,
    owner: Owner,
    connection: Connection,
    writeBehind: WriteBehind,
  ) {
    this.path = path;
    this.place = new FilePlace(path);
    this.#owner = owner;
    this.#connection = connection;
    this.#writeBehind = writeBehind;
  }

  /**
   * Creates the directory and the file when missing, and takes ownership of the file.
   * @throws ParleyError `store-directory`, `store-owned`, `store-sqlite-too-old`, `store-not-durable`, `store-corrupt`,
   * `store-foreign`, `store-read-only`, `store-moved`, `store-newer`, `store-failed`.
   */
  static open({ directory, fileName, tailDeliveries }: DatabaseOptions): Database {
    const absolute = resolve(directory);
    const path = join(absolute, fileName);
    prepareDirectory(absolute);
    const owner = Owner.take(path);
    let connection: Connection | null = null;
    try {
      connection = openFile(path);
      const database = new Database(path, owner, connection, new WriteBehind(tailDeliveries));
      database.write(() => {});
      database.#clear((connection) => database.#compaction.start(connection));
      return database;
    } catch (error) {
      connection?.close();
      owner.release();
      throw storeError(error, path);
    }
  }

  /**
   * Runs `work`, which only reads. Without `WriteBehind`, some rows may be out of date: lanes, the activity of
   * conversations, and deliveries by sequence. @throws ParleyError of `storeError`.
   */
  read<Result>(work: (connection: Connection, writeBehind: WriteBehind) => Result): Result {
    if (this.#writeBehind.isLost) this.#tryWriting();
    return this.#guard((connection) => {
      this.#writeBehind.beginRead(connection);
      return work(connection, this.#writeBehind);
    });
  }

  /**
   * Runs `work`, which only reads, after the tail was written to its rows. On a disk that accepts no writes, the tail
   * is missing. @throws ParleyError of `storeError`.
   */
  readWritten<Result>(work: (connection: Connection) => Result): Result {
    if (!this.#writeBehind.isEmpty) this.#tryWriting();
    return this.#guard(work);
  }

  /**
   * Runs `work` as one durable transaction, with all rows up to date. @throws ParleyError of `storeError`. Then nothing
   * is known to be stored, but after a failed COMMIT it may be.
   */
  write<Result>(work: (connection: Connection, writeBehind: WriteBehind) => Result): Result {
    return this.#write((connection) => {
      this.#writeBehind.writeAll(connection);
      this.#writeBehind.conversations.clear();
      return work(connection, this.#writeBehind);
    });
  }

  /** Runs `work` as one durable transaction that may leave rows to the tail: see `WriteBehind`. @throws as `write`. */
  commit<Result>(work: (connection: Connection, writeBehind: WriteBehind) => Result): Result {
    return this.#write((connection) => {
      this.#writeBehind.begin(connection);
      return work(connection, this.#writeBehind);
    });
  }

  /** Copies the open database, while in use, to `path`, which must not exist. @throws ParleyError of `storeError`. */
  async copyTo(
    path: string,
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      this.#tryWriting();
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

  close(): void {
    if (this.#closed) return;
    if (!this.#writeBehind.isEmpty) this.#tryWriting();
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

  #write<Result>(work: (connection: Connection) => Result): Result {
    return this.#guard((connection) => {
      const result = this.#transact(connection, work);
      this.#clear(() => this.#compaction.wrote(connection));
      return result;
    });
  }

  /** In between nobody else uses the database: see `#opened`. */
  #transact<Result>(connection: Connection, work: (connection: Connection) => Result): Result {
    this.#isWriting = true;
    try {
      if (this.#writeBehind.isLost) this.#prove(connection);
      const result = transaction(connection, work, this.place);
      this.#writeBehind.committed();
      connection.setPatient(true);
      return result;
    } catch (error) {
      connection.tokens.forget();
      this.#writeBehind.rolledBack();
      throw error;
    } finally {
      this.#isWriting = false;
    }
  }

  /**
   * While no COMMIT succeeds, every call tries again. This small write fails first, so that the tail is not read each
   * time. It does not depend on `WriteBehind`. @throws the error of the write.
   */
  #prove(connection: Connection): void {
    try {
      transaction(connection, probe, this.place);
    } catch (error) {
      if (!(error instanceof LostConnection)) throw error;
      this.#isBroken = true;
      throw error.cause;
    }
  }

  /** On failure the tail keeps what was not written. */
  #tryWriting(): void {
    try {
      this.#write((connection) => this.#writeBehind.writeAll(connection));
    } catch {
      // The next call that needs the disk or file reports its error.
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
      // The transaction's outcome is unknown, so nothing it left in memory may be used.
      if (lost) this.#writeBehind.lost();
      // A file that was opened read-only stays read-only, whatever happens to it.
      if (lost || told.code === "store-read-only") this.#isBroken = true;
      throw told;
    }
  }

  #opened(): Connection {
    if (this.#closed)
      throw new ParleyError("store-closed", `${this.path} was used after it was closed.`);
    // During a write, some changes are in memory and rows, and some in neither.
    if (this.#isWriting) throw new Error(`${this.path} was used during a write.`);
    // Before closing: a deleted file's data would be gone. A replaced file does not match the data in memory.
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
