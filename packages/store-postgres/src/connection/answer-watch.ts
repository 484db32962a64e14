import type { Client } from "pg";
import { type Asked, Pipeline } from "./pipeline.ts";

/** Number of checks within the time limit. */
const looks = 8;

/**
 * Sends statements, and closes a connection whose answer is overdue. `pg` would use a timer per query; this uses one
 * for all, and counts its ticks. So a process that was suspended reads waiting answers before it closes a connection.
 */
export class AnswerWatch {
  readonly #everyMs: number;
  /** Per connection with unanswered pipelines: the ticks at which they were sent, oldest first. */
  readonly #unanswered = new Map<Client, number[]>();
  #turn = 0;
  #timer: NodeJS.Timeout | null = null;

  /** `limitMs`: 0 waits for ever. */
  constructor(limitMs: number) {
    this.#everyMs = limitMs / looks;
  }

  /** Sends statements together. `onEnd`: see `Pipeline`. */
  send(client: Client, asked: readonly Asked[], onEnd: (failure: unknown) => void): void {
    this.#sent(client);
    const pipeline = new Pipeline(client, asked, (failure) => {
      this.#answered(client);
      onEnd(failure);
    });
    client.query(pipeline);
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
