import { setTimeout as sleep } from "node:timers/promises";

/**
 * Minimum time between two messages of a writer: enough for some at every critical instant, while nodes have time to
 * start.
 */
const paceMs = 50;

/** Sends one text in one conversation. Returns the status. */
export type Send = (conversation: string, text: string) => Promise<number>;

/**
 * Writers that write without pause, one in each conversation. Each sends the next message once the last one was
 * answered.
 */
export class Writers {
  /** Accepted messages by conversation, in order. */
  readonly accepted: ReadonlyMap<string, string[]>;
  /** Every other status, and `0` for a broken connection. */
  readonly refused: number[] = [];
  readonly #writing: Promise<unknown>;
  #ending = false;

  constructor(conversations: readonly string[], positive: number, send: Send) {
    this.accepted = new Map(conversations.map((conversation) => [conversation, []]));
    this.#writing = Promise.all(
      this.accepted
        .entries()
        .map(([conversation, accepted]) => this.#write(conversation, accepted, positive, send)),
    );
  }

  get count(): number {
    return this.accepted.values().reduce((sum, { length }) => sum + length, 0);
  }

  async end(): Promise<void> {
    this.#ending = true;
    await this.#writing;
  }

  async #write(
    conversation: string,
    accepted: string[],
    positive: number,
    send: Send,
  ): Promise<void> {
    for (let count = 0; !this.#ending; count += 1) {
      const text = `${conversation} ${count}`;
      const status = await send(conversation, text).catch(() => 0);
      if (status === positive) accepted.push(text);
      else this.refused.push(status);
      await sleep(paceMs);
    }
  }
}
