import type { Client, Connection, FieldDef, Submittable } from "pg";
import { RowReader } from "../statements/row-reader.ts";
import type { Statement } from "../statements/statement.ts";

/** A parameter on the wire: a buffer in the binary format of its type, or text. */
export type Parameter = string | Buffer | null;

/** Result of one statement. */
export interface Answer {
  readonly rows: readonly object[];
  /** The server's command tag: `SELECT 2`, `COMMIT`. */
  readonly tag: string;
}

/** One statement, with callbacks for its result. */
export interface Asked {
  readonly statement: Statement;
  readonly parameters: Parameter[];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Row readers of a connection's prepared statements, by name. */
type Prepared = Map<string, RowReader>;

const preparedOn = new WeakMap<Connection, Prepared>();

/**
 * Statements sent together with one sync at the end, so the server sends all answers at once. Each is prepared when it
 * is first sent; its columns are asked for once. When one fails, the server skips those behind it, and all fail with
 * its error. Used for one `client.query`; see "Pipelining" in PostgreSQL's protocol.
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
  /** Set by `pg` when its own time limit is on. Must be called at the end. */
  callback: (() => void) | undefined;

  /** `onEnd`: called when all statements were answered, with the error if they failed. */
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

  /** Only now is a write outside a transaction stored. */
  handleReadyForQuery(): void {
    for (const [index, { resolve }] of this.#asked.entries())
      resolve(this.#answers[index] as Answer);
    this.#end(null);
  }

  /** Prepares for the next statement's answer. */
  #expect(): void {
    const name = this.#asked[this.#answers.length]?.statement.name ?? "";
    this.#reader = this.#prepared.get(name) ?? RowReader.ofNoRows;
    this.#rows = [];
  }

  /** Drops all references: this object may stay in memory until the next full collection. */
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

/** A statement that failed here may be prepared all the same. Closing one that does not exist is no error. */
function prepare(connection: Connection, { name, text }: Statement): void {
  connection.close({ type: "S", name }, true);
  connection.parse({ name, text, types: [] }, true);
}
