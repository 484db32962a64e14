import { type Client, Query, type QueryConfig, type QueryResult, type QueryResultRow } from "pg";

/** So often an unanswered statement is looked at until its time is over. */
const looks = 8;

/**
 * Asks the server, and gives a connection up on which it owes an answer for too long. `pg` would have a timer for every
 * statement. This has one for all, and counts its turns: a process that stood still finds the answers that came
 * meanwhile before it gives anything up.
 */
export class AnswerWatch {
  readonly #everyMs: number;
  /** Of each connection with unanswered statements: the turns in which they were sent, oldest first. */
  readonly #unanswered = new Map<Client, number[]>();
  #turn = 0;
  #timer: NodeJS.Timeout | null = null;

  /** `limitMs`: 0 waits for ever. */
  constructor(limitMs: number) {
    this.#everyMs = limitMs / looks;
  }

  /** Sends one statement; they may follow one another on a connection. @throws what `pg` says. */
  ask<Row extends QueryResultRow>(client: Client, config: QueryConfig): Promise<QueryResult<Row>> {
    this.#sent(client);
    return ask<Row>(client, config, () => this.#answered(client));
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #sent(client: Client): void {
    const turns = this.#unanswered.get(client);
    if (turns === undefined) this.#unanswered.set(client, [this.#turn]);
    else turns.push(this.#turn);
    if (this.#timer !== null || this.#everyMs === 0) return;
    this.#timer = setInterval(() => this.#look(), this.#everyMs).unref();
  }

  #answered(client: Client): void {
    const turns = this.#unanswered.get(client);
    turns?.shift();
    if (turns?.length === 0) this.#unanswered.delete(client);
  }

  #look(): void {
    this.#turn += 1;
    if (this.#unanswered.size === 0) return this.close();
    for (const [client, [oldest = this.#turn]] of this.#unanswered)
      if (this.#turn - oldest > looks) client.connection.stream.destroy();
  }
}

/**
 * As `client.query`, whose own promise reaches what it gave for as long as anything of the query is in memory, and its
 * successors too: once one of them had become old, no result was collected before the next full collection.
 */
function ask<Row extends QueryResultRow>(
  client: Client,
  config: QueryConfig,
  onAnswer: () => void,
): Promise<QueryResult<Row>> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult<Row>>();
  const waiting: { heard: ((error: unknown, result: QueryResult<Row>) => void) | null } = {
    heard: (error, result) => {
      onAnswer();
      if (error) reject(error);
      else resolve(result);
    },
  };
  const query = new Query<Row>(config, (error, result) => {
    const { heard } = waiting;
    waiting.heard = null;
    // After an error, rows may still come for it.
    if (!error) letGo(query);
    heard?.(error, result as QueryResult<Row>);
  });
  client.query(query);
  return promise;
}

/** Of an answered query nothing is reached any more. */
function letGo(query: Query): void {
  Object.assign(query, { callback: null, values: null, _result: null, _results: null });
}
