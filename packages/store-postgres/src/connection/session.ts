import type { PoolClient } from "pg";
import { type Element, textArray } from "../statements/text-array.ts";
import { type Answer, type Asked, type Parameter, sendTogether } from "./pipeline.ts";
import type { BackendNumbers } from "../backends/backend-numbers.ts";
import type { Statement, Value, Write } from "../statements/statement.ts";

const begin = { name: "parley_begin", text: "begin" };
const commit = { name: "parley_commit", text: "commit" };
const rollback = { name: "parley_rollback", text: "rollback" };

/**
 * One transaction on one connection. Statements of the same event-loop turn are sent in one round trip and run in
 * order. Statements that nobody waits for are sent with the next ones.
 */
export class Session {
  readonly backends: BackendNumbers;
  readonly #client: PoolClient;
  readonly #limitMs: number;
  readonly #answers: Promise<unknown>[] = [];
  #waiting: Asked[] = [];
  #isScheduled = false;
  #isUnderWay = false;
  #hasSent = false;
  /** Why no more statements are accepted: one failed, or the transaction has ended. */
  #over: unknown = null;

  /** `limitMs`: how long to wait for an answer; 0: for ever. */
  constructor(client: PoolClient, limitMs: number, backends: BackendNumbers) {
    this.backends = backends;
    this.#client = client;
    this.#limitMs = limitMs;
  }

  /** Result rows of a statement, sent with others of this turn. */
  async rows<Row extends object>(statement: Statement, ...values: Value[]): Promise<Row[]> {
    this.#schedule();
    return (await this.#ask(statement, values)).rows as Row[];
  }

  /** Number of rows that a statement changed. */
  async changed(statement: Statement, ...values: Value[]): Promise<number> {
    this.#schedule();
    const { tag } = await this.#ask(statement, values);
    return Number(/\d+$/.exec(tag)?.[0] ?? 0);
  }

  /** Adds a statement without waiting for it. Its error shows at the end of the transaction. */
  run(statement: Statement, ...values: Value[]): void {
    void this.#ask(statement, values);
  }

  /** As `run`, with its result after the transaction's end. The promise may be ignored when it fails. */
  atEnd(statement: Statement, ...values: Value[]): Promise<Answer> {
    return this.#ask(statement, values);
  }

  /** Adds writes without waiting for them. */
  write(writes: readonly Write[]): void {
    for (const { statement, values } of writes) this.run(statement, ...values);
  }

  begin(lockTimeoutMs: number | null): void {
    this.run(begin);
    if (lockTimeoutMs === null) return;
    const name = `parley_lock_timeout_${lockTimeoutMs}`;
    this.run({ name, text: `set local lock_timeout = ${lockTimeoutMs}` });
  }

  /**
   * Resolves when everything is stored. @throws the error of the first failed statement. Then the transaction needs a
   * rollback.
   */
  async commit(): Promise<void> {
    const committed = this.#ask(commit, []);
    this.#over ??= new Error("the transaction is over");
    this.#send();
    await Promise.all(this.#answers);
    // The server answers ROLLBACK to the COMMIT of a failed transaction.
    const { tag } = await committed;
    if (tag !== "COMMIT") throw new Error(`the transaction ended with ${tag}`);
  }

  /** Resolves when the transaction is undone. */
  async rollback(): Promise<void> {
    this.#fail(new Error("the transaction was rolled back"));
    await Promise.allSettled(this.#answers);
    if (!this.#hasSent) return;
    const rolledBack = this.#wait(rollback, []);
    this.#send();
    await rolledBack;
  }

  #ask(statement: Statement, values: readonly Value[]): Promise<Answer> {
    const answer =
      this.#over === null ? this.#wait(statement, values) : Promise.reject<Answer>(this.#over);
    // The caller gets the error. Without this, an ignored promise would report an unhandled rejection.
    answer.catch(() => {});
    this.#answers.push(answer);
    return answer;
  }

  #wait(statement: Statement, values: readonly Value[]): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#waiting.push({ statement, parameters: values.map(parameterOf), resolve, reject });
    return promise;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#send();
    });
  }

  #send(): void {
    if (this.#isUnderWay || this.#waiting.length === 0) return;
    const asked = this.#waiting;
    this.#waiting = [];
    this.#isUnderWay = true;
    this.#hasSent = true;
    sendTogether(this.#client, asked, this.#limitMs, (failure) => {
      this.#isUnderWay = false;
      if (failure !== null) this.#fail(failure);
      this.#send();
    });
  }

  /** Statements that were not sent are dropped. */
  #fail(why: unknown): void {
    this.#over ??= why;
    for (const { reject } of this.#waiting.splice(0)) reject(why);
  }
}

/** @throws TypeError for a value that the server would refuse: `pg` would lose the connection. */
function parameterOf(value: Value): Parameter {
  if (value === null || typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return textArray(value as readonly Element[]);
  throw Object.assign(new TypeError(`a parameter is ${typeof value}`), { code: "22023" });
}
