import Sqlite from "better-sqlite3";
import { copyDatabase } from "../backup/backup-copy.ts";
import { Positions } from "../rows/positions.ts";
import { RowBuffer, type RowKind } from "../write-behind/row-buffer.ts";
import { Tokens } from "../lanes/tokens.ts";
import type { StatementRunner, Value } from "./statement-runner.ts";
import { requireFull, requireVersion, requireWal } from "./requirements.ts";

/** How long a statement waits for a reader outside this process, such as a backup, to let go. */
const busyTimeoutMs = 250;
/** The WAL is cut back to this after a checkpoint. */
const journalLimitBytes = 64 * 1024 * 1024;

/**
 * One opened SQLite connection. Every statement is prepared at its first use and kept. Where it sorts, joins, limits or
 * may use a partial index its values stand as `+?`: a bare `?` is looked at while planning, and SQLite then plans anew
 * at every call, which takes ten times as long as the work.
 */
export class Connection implements StatementRunner {
  readonly path: string;
  readonly tokens: Tokens;
  readonly positions: Positions;
  readonly #handle: Sqlite.Database;
  readonly #statements = new Map<string, Sqlite.Statement<unknown[]>>();
  readonly #rows = new RowBuffer((sql, values) => void this.#statement(sql).run(...values));
  #durable = false;
  #patient = true;
  #copies = 0;

  private constructor(path: string, handle: Sqlite.Database) {
    this.path = path;
    this.#handle = handle;
    this.tokens = new Tokens(this);
    this.positions = new Positions(this);
  }

  /**
   * Opens an existing file, in WAL mode and with full synchronisation.
   * @throws ParleyError `store-sqlite-too-old`, `store-not-durable`; SqliteError otherwise.
   */
  static open(path: string): Connection {
    const connection = new Connection(
      path,
      new Sqlite(path, { timeout: busyTimeoutMs, fileMustExist: true }),
    );
    try {
      connection.#configure();
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  get<Row>(sql: string, ...values: Value[]): Row | undefined {
    this.#rows.flush();
    return this.getWithoutFlush<Row>(sql, ...values);
  }

  /** As `get`, of tables to which nothing is ever added by `add`: what was added goes on waiting. */
  getWithoutFlush<Row>(sql: string, ...values: Value[]): Row | undefined {
    return this.#statement(sql).get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: Value[]): Row[] {
    this.#rows.flush();
    return this.#statement(sql).all(...values) as Row[];
  }

  /** @returns how many rows were written. */
  run(sql: string, ...values: Value[]): number {
    this.#rows.flush();
    return this.#statement(sql).run(...values).changes;
  }

  /** Adds a row inside a write: it is written together with others of its kind, before the next statement but `getWithoutFlush`. */
  add(kind: RowKind, ...values: Value[]): void {
    this.#rows.add(kind, ...values);
  }

  /** Writes the rows that were added. */
  flush(): void {
    this.#rows.flush();
  }

  /** Forgets the rows that were added and are not written: to be called when their transaction has failed. */
  discard(): void {
    this.#rows.discard();
  }

  /** Runs several statements that are not kept. */
  script(sql: string): void {
    this.#rows.flush();
    this.#handle.exec(sql);
  }

  /**
   * Looks once, after the first write and before its COMMIT: see `requireFull`.
   * @throws ParleyError `store-not-durable`.
   */
  checkDurable(): void {
    if (this.#durable) return;
    requireFull(Number(this.#handle.pragma("synchronous", { simple: true })), this.path);
    this.#durable = true;
  }

  /** Whether statements wait for somebody outside who holds the file. */
  setPatient(patient: boolean): void {
    if (patient === this.#patient) return;
    this.#handle.pragma(`busy_timeout = ${patient ? busyTimeoutMs : 0}`);
    this.#patient = patient;
  }

  /**
   * From here on what is needed to take a single statement back is kept in memory, and not in a temporary file once it is
   * more than 64 KiB. A statement of a store that is up to date changes at most what a cut of the tail does, or, when a
   * conversation is erased, some 4 KiB for each of its messages from agents that wait. A migration may change all pages.
   */
  keepUndoInMemory(): void {
    this.#handle.pragma("temp_store = memory");
  }

  /** Brings the log into the file and cuts it off; `false`, at once, when somebody reads it. */
  cutLog(): boolean {
    const wasPatient = this.#patient;
    this.setPatient(false);
    const [row] = this.#handle.pragma("wal_checkpoint(truncate)") as [{ readonly busy: number }];
    this.setPatient(wasPatient);
    return row.busy === 0;
  }

  /** Rewrites the whole file. Every statement is prepared anew: SQLite would plan each of them anew all the same. */
  vacuum(): void {
    // The copy of the file that this takes is too large for memory.
    this.#handle.pragma("temp_store = file");
    try {
      this.#handle.exec("vacuum");
    } finally {
      this.#statements.clear();
      this.keepUndoInMemory();
    }
  }

  get sizeBytes(): number {
    const pages = Number(this.#handle.pragma("page_count", { simple: true }));
    return pages * Number(this.#handle.pragma("page_size", { simple: true }));
  }

  get inTransaction(): boolean {
    return this.#handle.inTransaction;
  }

  /** Copies the file to `path`, where none is yet: see `copyDatabase`. */
  async copyTo(
    path: string,
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    this.#copies += 1;
    try {
      await copyDatabase(this.#handle, path, onProgress, signal);
    } finally {
      this.#copies -= 1;
    }
  }

  /** Then the file must not become shorter: a copy that is past its end would never end. */
  get isCopied(): boolean {
    return this.#copies > 0;
  }

  close(): void {
    this.#handle.close();
  }

  #configure(): void {
    requireVersion(String(this.#handle.prepare("select sqlite_version()").pluck().get()));
    requireWal(String(this.#handle.pragma("journal_mode = wal", { simple: true })), this.path);
    this.#handle.pragma(`journal_size_limit = ${journalLimitBytes}`);
    // macOS keeps a plain fsync in the drive's cache.
    this.#handle.pragma("fullfsync = on");
    this.#handle.pragma("checkpoint_fullfsync = on");
    this.#handle.prepare("select count(*) from sqlite_schema").get();
    this.#handle.pragma("synchronous = full");
    // What is deleted is overwritten, and not only taken out of the index of its page.
    this.#handle.pragma("secure_delete = on");
  }

  #statement(sql: string): Sqlite.Statement<unknown[]> {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#handle.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
