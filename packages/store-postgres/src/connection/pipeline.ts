import { once } from "node:events";
import { Client, type ClientConfig, type Connection, type FieldDef, type Submittable } from "pg";
import { RowReader } from "../statements/row-reader.ts";
import type { Statement } from "../statements/statement.ts";

// Everything of `pg` that its documentation does not promise is used in this file, and only here. For each of these,
// `pg-internals.test.ts` fails with a sentence when a new version changes it.
//
//  1. `client.query` calls `submit(connection)` of an object that has it, when the client is free.
//  2. Until the server is ready again, the client calls the object's `handleRowDescription`, `handleDataRow`,
//     `handleCommandComplete` and `handleReadyForQuery`. After an error it calls `handleError` alone, once, also when
//     the connection breaks.
//  3. `close`, `parse`, `bind`, `describe`, `execute` and `sync` of a connection write one message of the protocol each,
//     and do nothing else. `bind` sends texts as they are.
//  4. `client.connection.stream` is the socket.
//  5. `client.getTypeParser(oid, "text")` gives the parser that the configuration chose.
//  6. A client with `pipeline: true` takes no such object, so pools say `pipeline: false`.
//  7. `client.connectionParameters.query_timeout` is the time limit, also one from a connection string.
//  8. A client with that limit sets `callback` on the object, and waits for its call.
//  9. A query with a `query_timeout` of its own ignores the client's.
// 10. The pool's error for a call that found no free connection begins with "timeout exceeded".
// 11. `client.getTransactionStatus()` is "I" outside of a transaction.

/** A parameter on the wire, as text. */
export type Parameter = string | null;

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

/** An unreachable server never confirms the end of a connection. After this time it counts as closed. */
const farewellMs = 500;
/** A statement of a migration may take as long as it takes. */
const longestTimeoutMs = 2 ** 31 - 1;
const preparedOn = new WeakMap<Connection, Prepared>();

/**
 * Sends statements together, and closes the connection when the answer is overdue.
 * @param limitMs 0 waits for ever.
 * @param onEnd called when all statements were answered, with the error if they failed.
 */
export function sendTogether(
  client: Client,
  asked: readonly Asked[],
  limitMs: number,
  onEnd: (failure: unknown) => void,
): void {
  const close = (): void => void client.connection.stream.destroy();
  // The second timer lets a process that was suspended read the answers that arrived meanwhile.
  const overdue = (): void => void (timer = setTimeout(close, limitMs / 8).unref());
  let timer = limitMs === 0 ? undefined : setTimeout(overdue, limitMs).unref();
  const pipeline = new Pipeline(client, asked, (failure) => {
    clearTimeout(timer);
    onEnd(failure);
  });
  client.query(pipeline);
}

/** Closes an unused connection. Never rejects. */
export async function sayFarewell(client: Client): Promise<void> {
  client.end().catch(() => {});
  await gone(client);
}

/** Resolves when a closing connection is closed. Forces it when that takes too long. Never rejects. */
export async function gone({ connection: { stream } }: Client): Promise<void> {
  if (stream.closed) return;
  const patience = setTimeout(() => stream.destroy(), farewellMs);
  await once(stream, "close").catch(() => {});
  clearTimeout(patience);
}

/** Time limit for an answer in milliseconds, from the configuration or its connection string; 0: none. */
export function timeLimitOf(config: ClientConfig): number {
  const { connectionParameters } = new Client(config) as Client & {
    readonly connectionParameters: { readonly query_timeout?: unknown };
  };
  return Number(connectionParameters.query_timeout) || 0;
}

/** Runs a statement of a migration, whatever the client's time limit. */
export async function queryWithoutLimit(client: Client, text: string): Promise<void> {
  await client.query({ text, query_timeout: longestTimeoutMs } as { text: string });
}

/** Whether a pool had no free connection in time. A new connection that takes too long usually gives another error. */
export function isPoolTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("timeout exceeded");
}

/** Whether a connection is in no transaction. */
export function isIdle(client: Client): boolean {
  return client.getTransactionStatus() === "I";
}

/**
 * Statements with one sync at the end, so the server sends all answers at once. Each is prepared when it is first sent;
 * its columns are asked for once. When one fails, the server skips those behind it, and all fail with its error. Used for
 * one `client.query`; see "Pipelining" in PostgreSQL's protocol.
 */
class Pipeline implements Submittable {
  readonly #client: Client;
  #asked: readonly Asked[];
  readonly #onEnd: (failure: unknown) => void;
  readonly #prepared: Prepared;
  #answers: Answer[] = [];
  #reader = RowReader.ofNoRows;
  #rows: object[] = [];
  #hasEnded = false;
  callback: (() => void) | undefined;

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

  /** Gets ready for the rows of the next statement. */
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
