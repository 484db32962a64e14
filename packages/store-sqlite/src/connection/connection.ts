import Sqlite from "better-sqlite3";
import { copyDatabase } from "../backup/backup-copy.ts";
import { BackendNumbers } from "../backends/backend-numbers.ts";
import { Tokens } from "../lanes/tokens.ts";
import type { StatementRunner, Value } from "./statement-runner.ts";
import { requireFull, requireVersion, requireWal } from "./requirements.ts";

/** How long a statement waits for a reader outside this process, such as a backup. Milliseconds. */
const busyTimeoutMs = 250;
/** The WAL is truncated to this size after a checkpoint. */
const journalLimitBytes = 64 * 1024 * 1024;

/**
 * One open SQLite connection. Each statement is prepared at its first use and cached. Statements that sort, join, limit
 * or may use a partial index write parameters as `+?`. SQLite uses the value of a bare `?` for planning and plans again
 * at every call. That takes ten times as long as the query.
 */
export class Connection implements StatementRunner {
  readonly path: string;
  readonly tokens: Tokens;
  readonly backends: BackendNumbers;
  readonly #handle: Sqlite.Database;
  readonly #statements = new Map<string, Sqlite.Statement<unknown[]>>();
  #durable = false;
  #patient = true;
  #copies = 0;

  private constructor(path: string, handle: Sqlite.Database) {
    this.path = path;
    this.#handle = handle;
    this.tokens = new Tokens(this);
    this.backends = new BackendNumbers(this);
  }

  /**
   * Opens an existing file in WAL mode, with full synchronisation.
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

  /** Opens an existing file for a look that changes nothing. @throws as `open`. */
  static openReadOnly(path: string): Connection {
    const options = { timeout: busyTimeoutMs, fileMustExist: true, readonly: true };
    const connection = new Connection(path, new Sqlite(path, options));
    try {
      connection.#requireVersion();
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  get<Row>(sql: string, ...values: Value[]): Row | undefined {
    return this.#statement(sql).get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: Value[]): Row[] {
    return this.#statement(sql).all(...values) as Row[];
  }

  /** Reads all rows of a query, one after another, and keeps none. */
  readThrough(sql: string): void {
    const rows = this.#handle.prepare(sql).iterate();
    while (rows.next().done !== true);
  }

  /** @returns the number of changed rows. */
  run(sql: string, ...values: Value[]): number {
    return this.#statement(sql).run(...values).changes;
  }

  /** Runs several statements without caching them. */
  script(sql: string): void {
    this.#handle.exec(sql);
  }

  /**
   * Checks once, between the first write and its COMMIT: see `requireFull`.
   * @throws ParleyError `store-not-durable`.
   */
  checkDurable(): void {
    if (this.#durable) return;
    requireFull(Number(this.#handle.pragma("synchronous", { simple: true })), this.path);
    this.#durable = true;
  }

  /** Whether statements wait while another process holds the file. */
  setPatient(patient: boolean): void {
    if (patient === this.#patient) return;
    this.#handle.pragma(`busy_timeout = ${patient ? busyTimeoutMs : 0}`);
    this.#patient = patient;
  }

  /**
   * Keeps the undo data of single statements in memory from now on. By default SQLite moves it to a temporary file
   * above 64 KiB. Erasing a conversation changes some 4 KiB for each waiting agent message. A migration may change all
   * pages.
   */
  keepUndoInMemory(): void {
    this.#handle.pragma("temp_store = memory");
  }

  /** Checkpoints the WAL and truncates it. Returns `false` at once when another process reads it. */
  cutLog(): boolean {
    const wasPatient = this.#patient;
    this.setPatient(false);
    const [row] = this.#handle.pragma("wal_checkpoint(truncate)") as [{ readonly busy: number }];
    this.setPatient(wasPatient);
    return row.busy === 0;
  }

  /** Rewrites the whole file. SQLite would plan every statement again afterwards, so all are prepared anew. */
  vacuum(): void {
    // VACUUM needs a copy of the file, which is too large for memory.
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

  /** Copies the file to `path`, which must not exist: see `copyDatabase`. */
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

  /** While this is true the file must not shrink: a copy beyond its end would never finish. */
  get isCopied(): boolean {
    return this.#copies > 0;
  }

  close(): void {
    this.#handle.close();
  }

  #configure(): void {
    this.#requireVersion();
    requireWal(String(this.#handle.pragma("journal_mode = wal", { simple: true })), this.path);
    this.#handle.pragma(`journal_size_limit = ${journalLimitBytes}`);
    // On macOS a plain fsync leaves data in the drive's cache.
    this.#handle.pragma("fullfsync = on");
    this.#handle.pragma("checkpoint_fullfsync = on");
    this.#handle.prepare("select count(*) from sqlite_schema").get();
    this.#handle.pragma("synchronous = full");
    // Overwrites deleted data. Otherwise SQLite only removes it from the page's index.
    this.#handle.pragma("secure_delete = on");
  }

  #requireVersion(): void {
    requireVersion(String(this.#handle.prepare("select sqlite_version()").pluck().get()));
  }

  #statement(sql: string): Sqlite.Statement<unknown[]> {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#handle.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
