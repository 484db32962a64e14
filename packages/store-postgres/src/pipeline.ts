import type { Client, Connection, FieldDef, Submittable } from "pg";
import { RowReader } from "./row-reader.ts";
import type { Statement } from "./statement.ts";

/** What a parameter is on the wire: a buffer in the binary format of its type, anything else as text. */
export type Parameter = string | Buffer | null;

/** What one statement gave. */
export interface Answer {
  readonly rows: readonly object[];
  /** As the server has it: `SELECT 2`, `COMMIT`. */
  readonly tag: string;
}

/** One statement, and who waits for what it gives. */
export interface Asked {
  readonly statement: Statement;
  readonly parameters: readonly Parameter[];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** How to read the rows of the statements that a connection has prepared, by their names. */
type Prepared = Map<string, RowReader>;

const preparedOn = new WeakMap<Connection, Prepared>();

/**
 * Statements that are sent together, with one end for all of them: the server writes all answers at once. Each is
 * prepared where it is sent for the first time, and what its rows are is asked for no more than once. When one fails,
 * those behind it are not run, and fail with its error. Made for one `client.query`; see "Pipelining" in PostgreSQL's
 * protocol.
 */
export class Pipeline implements Submittable {
  readonly #client: Client;
  readonly #asked: readonly Asked[];
  readonly #onEnd: () => void;
  readonly #prepared: Prepared;
  #next = 0;
  #reader = RowReader.ofNoRows;
  #rows: object[] = [];
  #hasEnded = false;

  constructor(client: Client, asked: readonly Asked[], onEnd: () => void) {
    this.#client = client;
    this.#asked = asked;
    this.#onEnd = onEnd;
    this.#prepared = preparedOn.get(client.connection) ?? new Map<string, RowReader>();
    preparedOn.set(client.connection, this.#prepared);
  }

  submit(connection: Connection): void {
    connection.stream.cork();
    for (const { statement, parameters } of this.#asked) {
      const isNew = !this.#prepared.has(statement.name);
      if (isNew) prepare(connection, statement);
      connection.bind({ statement: statement.name, values: [...parameters] }, true);
      if (isNew) connection.describe({ type: "P" }, true);
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
    this.#expect();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#reader = new RowReader(fields, (oid) => this.#client.getTypeParser(oid, "text"));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#rows.push(this.#reader.read(fields));
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const asked = this.#asked[this.#next];
    if (asked === undefined) return;
    this.#prepared.set(asked.statement.name, this.#reader);
    asked.resolve({ rows: this.#rows, tag: text });
    this.#next += 1;
    this.#expect();
  }

  handleError(error: unknown): void {
    for (const { reject } of this.#asked.slice(this.#next)) reject(error);
    this.#end();
  }

  handleReadyForQuery(): void {
    this.#end();
  }

  /** Of the next statement. */
  #expect(): void {
    const name = this.#asked[this.#next]?.statement.name ?? "";
    this.#reader = this.#prepared.get(name) ?? RowReader.ofNoRows;
    this.#rows = [];
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#onEnd();
  }
}

/** What failed here before may have been prepared all the same; to close what is not there is no mistake. */
function prepare(connection: Connection, { name, text }: Statement): void {
  connection.close({ type: "S", name }, true);
  connection.parse({ name, text, types: [] }, true);
}
