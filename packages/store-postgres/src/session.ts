import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from "pg";
import type { AnswerWatch } from "./answer-watch.ts";
import { binaryArray, type Element } from "./binary-array.ts";
import { type Statement, together, type Value, type Write } from "./statement.ts";

/**
 * One transaction on one connection. Statements are sent without waiting for those before them: what was sent together
 * takes one round trip, and runs in order.
 */
export class Session {
  readonly #client: PoolClient;
  readonly #answers: AnswerWatch;
  readonly #sent: Promise<unknown>[] = [];

  constructor(client: PoolClient, answers: AnswerWatch) {
    this.#client = client;
    this.#answers = answers;
  }

  /** Sends a statement and gives its rows. */
  async rows<Row extends object>(statement: Statement, ...values: Value[]): Promise<Row[]> {
    const { rows } = await this.#send<Row & QueryResultRow>(statement, values);
    return rows;
  }

  /** Sends a statement that only its transaction's end waits for. */
  run(statement: Statement, ...values: Value[]): void {
    void this.#send(statement, values);
  }

  /** Sends what is to be written, which none but the transaction's end waits for; see `together`. */
  write(writes: readonly Write[]): void {
    const [first, ...others] = writes;
    if (first === undefined) return;
    const { statement, values } = others.length === 0 ? first : together(writes);
    this.run(statement, ...values);
  }

  /** How many rows a statement changed. */
  async changed(statement: Statement, ...values: Value[]): Promise<number> {
    return (await this.#send(statement, values)).rowCount ?? 0;
  }

  begin(lockTimeoutMs: number | null): void {
    void this.#ask({ text: "begin" });
    if (lockTimeoutMs !== null)
      void this.#ask({ text: `set local lock_timeout = ${lockTimeoutMs}` });
  }

  /** Resolves when everything sent before is stored. @throws what the first failed statement said. */
  async commit(): Promise<void> {
    const committed = this.#ask({ text: "commit" });
    await Promise.all(this.#sent);
    // The answer to a COMMIT of a transaction that has failed is ROLLBACK.
    const { command } = await committed;
    if (command !== "COMMIT") throw new Error(`the transaction ended with ${command}`);
  }

  /** Resolves when nothing of the transaction is left. */
  async rollback(): Promise<void> {
    await Promise.allSettled(this.#sent);
    await this.#ask({ text: "rollback" });
  }

  #send<Row extends QueryResultRow>(
    { name, text, columns }: Statement,
    values: readonly Value[],
  ): Promise<QueryResult<Row>> {
    const parameters = values.map((value, place) =>
      isColumn(value) ? binaryArray(columns?.[place] ?? "unknown", value) : value,
    );
    return this.#ask<Row>({ name, text, values: parameters });
  }

  #ask<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>> {
    const answer = this.#answers.ask<Row>(this.#client, config);
    // Whoever waits hears of a failure; nobody else may be surprised by it.
    answer.catch(() => {});
    this.#sent.push(answer);
    return answer;
  }
}

function isColumn(value: Value): value is readonly Element[] {
  return Array.isArray(value);
}
