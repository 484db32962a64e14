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
 * The one opened database that all stores share. Everything runs to its end within one call, so transactions never
 * interleave, and a read finds memory and rows as the last one left them. After a COMMIT that failed, or when the file turned out to be open for reading only, it is closed, and
 * opened again by the next call.
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
   * Makes the directory and the file when they are missing, and takes ownership of the file.
   * @throws ParleyError `store-directory`, `store-owned`, `store-sqlite-too-old`, `store-not-durable`,
   * `store-corrupt`, `store-foreign`, `store-read-only`, `store-moved`, `store-newer`, `store-failed`.
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
   * Runs `work`, which only reads: nothing can write in between. Rows of lanes, when and how far conversations went on,
   * and deliveries by their sequence are not to be relied on without `WriteBehind`. @throws ParleyError of `storeError`.
   */
  read<Result>(work: (connection: Connection, writeBehind: WriteBehind) => Result): Result {
    if (this.#writeBehind.isLost) this.#tryWriting();
    return this.#guard((connection) => {
      this.#writeBehind.beginRead(connection);
      return work(connection, this.#writeBehind);
    });
  }

  /**
   * Runs `work`, which only reads, where rows tell everything; what a disk that takes no writes keeps from them is
   * missing. @throws ParleyError of `storeError`.
   */
  readWritten<Result>(work: (connection: Connection) => Result): Result {
    if (!this.#writeBehind.isEmpty) this.#tryWriting();
    return this.#guard(work);
  }

  /**
   * Runs `work` as one durable transaction, where rows tell everything. @throws ParleyError of `storeError`: then
   * nothing is known to be stored, though after a failed COMMIT it may be.
   */
  write<Result>(work: (connection: Connection, writeBehind: WriteBehind) => Result): Result {
    return this.#write((connection) => {
      this.#writeBehind.writeAll(connection);
      this.#writeBehind.conversations.clear();
      return work(connection, this.#writeBehind);
    });
  }

  /** Runs `work` as one durable transaction that may leave things to the tail: see `WriteBehind`. @throws as `write`. */
  commit<Result>(work: (connection: Connection, writeBehind: WriteBehind) => Result): Result {
    return this.#write((connection) => {
      this.#writeBehind.begin(connection);
      return work(connection, this.#writeBehind);
    });
  }

  /** Copies what is open, while it is in use, to `path`, where none is yet. @throws ParleyError of `storeError`. */
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
   * To be called after an erasure: see `PendingCompaction`. `isLast`: at once, since no more of it follows. What the disk does not
   * take is tried again later; erased it is all the same.
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

  /** What is wrong with the disk or the file is told by whatever needs it next: erased is erased all the same. */
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
   * As long as no COMMIT succeeds everybody asks again, and the tail is not to be read for each of them. Nothing that
   * `WriteBehind` knows hangs on this one. @throws what made it fail.
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

  /** The tail tells what is not written now. */
  #tryWriting(): void {
    try {
      this.#write((connection) => this.#writeBehind.writeAll(connection));
    } catch {
      // What is wrong with the disk or the file is told by whatever needs it next.
    }
  }

  #guard<Result>(work: (connection: Connection) => Result): Result {
    try {
      return work(this.#opened());
    } catch (error) {
      const lost = error instanceof LostConnection;
      const cause = lost ? error.cause : error;
      const told = storeError(cause, this.path);
      // One call has waited in vain; if each did, the answers of many would be late.
      if (codeOf(cause).startsWith("SQLITE_BUSY")) this.#connection?.setPatient(false);
      // Whoever asks next must not be told what only a transaction knew of which nobody knows what became of it.
      if (lost) this.#writeBehind.lost();
      // A file that could not be written when it was opened is open for reading only, whatever becomes of it.
      if (lost || told.code === "store-read-only") this.#isBroken = true;
      throw told;
    }
  }

  #opened(): Connection {
    if (this.#closed)
      throw new ParleyError("store-closed", `${this.path} was used after it was closed.`);
    // Halfway through a write, memory and rows hold some of it both, and some of it neither.
    if (this.#isWriting) throw new Error(`${this.path} was used during a write.`);
    // Closed, a file that was deleted would be gone; another one would be taken for what memory knows.
    if (this.#isBroken || this.#connection === null) this.place.check();
    if (this.#isBroken) this.#drop();
    if (this.#connection === null) {
      this.#connection = Connection.open(this.path);
      this.#connection.keepUndoInMemory();
    }
    return this.#connection;
  }

  /** Closing carries the log into the file, so the log must be on the disk before. */
  #drop(): void {
    rewriteLog(this.path);
    const connection = this.#connection;
    this.#connection = null;
    this.#isBroken = false;
    try {
      connection?.close();
    } catch {
      // What made the COMMIT fail can make the close fail as well; the file is opened anew all the same.
    }
  }
}
