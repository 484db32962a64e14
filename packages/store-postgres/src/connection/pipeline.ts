import type { Client, Connection, FieldDef, Submittable } from "pg";
import { RowReader } from "../statements/row-reader.ts";
import type { Statement } from "../statements/statement.ts";

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
  readonly parameters: Parameter[];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** How to read the rows of the statements that a connection has prepared, by their names. */
type Prepared = Map<string, RowReader>;

const preparedOn = new WeakMap<Connection, Prepared>();

/**
 * Statements that are sent together, with one end for all of them: the server writes all answers at once. Each is
 * prepared where it is sent for the first time, and what its rows are is asked for no more than once. When one fails,
 * those behind it are not run, and all fail with its error, since nothing of theirs stays. Made for one `client.query`;
 * see "Pipelining" in PostgreSQL's protocol.
 */
export class Pipeline implements Submittable {
  readonly #client: Client;
  #asked: readonly Asked[];
  readonly #onEnd: (failure: unknown) => void;
  readonly #prepared: Prepared;
  #answers: Answer[] = [];
  #reader = RowReader.ofNoRows;
  #rows: object[] = [];
  #hasEnded = false;
  /** Set by `pg` when its own limit for answers is on: to be called when there is one. */
  callback: (() => void) | undefined;

  /** `onEnd`: when everybody was answered; with the error when they failed. */
  constructor(client: Client, asked: readonly Asked[], onEnd: (failure: unknown) => void) {
    this.#client = client;
    this.#asked = asked;
    this.#onEnd = onEnd;
    this.#prepared = preparedBy(client.connection);
  }

  submit(connection: Connection): void {
    connection.stream.cork();
    try {
      for (const { statement, parameters } of this.#asked) {
        const isNew = !this.#prepared.has(statement.name);
        if (isNew) prepare(connection, statement);
        connection.bind({ statement: statement.name, values: parameters }, true);
        if (isNew) connection.describe({ type: "P" }, true);
        connection.execute({}, true);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    this.#expect();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#reader = new RowReader(fields, (oid) => this.#client.getTypeParser(oid, "text"));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#rows.push(this.#reader.read(fields));
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const asked = this.#asked[this.#answers.length];
    if (asked === undefined) return;
    this.#prepared.set(asked.statement.name, this.#reader);
    this.#answers.push({ rows: this.#rows, tag: text });
    this.#expect();
  }

  handleError(error: unknown): void {
    for (const { reject } of this.#asked) reject(error);
    this.#end(error);
  }

  /** Only now is stored what was written outside a transaction. */
  handleReadyForQuery(): void {
    for (const [index, { resolve }] of this.#asked.entries())
      resolve(this.#answers[index] as Answer);
    this.#end(null);
  }

  /** Of the next statement. */
  #expect(): void {
    const name = this.#asked[this.#answers.length]?.statement.name ?? "";
    this.#reader = this.#prepared.get(name) ?? RowReader.ofNoRows;
    this.#rows = [];
  }

  /** Nothing that was given is reached from here any more: this may be in memory until the next full collection. */
  #end(failure: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#asked = [];
    this.#answers = [];
    this.#rows = [];
    this.callback?.();
    this.#onEnd(failure);
  }
}

function preparedBy(connection: Connection): Prepared {
  const known = preparedOn.get(connection);
  if (known !== undefined) return known;
  const none: Prepared = new Map();
  preparedOn.set(connection, none);
  return none;
}

/** What failed here before may have been prepared all the same; to close what is not there is no mistake. */
function prepare(connection: Connection, { name, text }: Statement): void {
  connection.close({ type: "S", name }, true);
  connection.parse({ name, text, types: [] }, true);
}
