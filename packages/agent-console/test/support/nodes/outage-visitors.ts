import { setTimeout as pause } from "node:timers/promises";

const betweenMs = 200;
const againMs = 250;
const answerMs = 5_000;

/**
 * Sends visitors' messages to the gateway like a channel's other system: a message is repeated with its id until it is
 * taken.
 */
export class OutageVisitors {
  /** Where messages go from now on: a channel's address at a node that may be down. */
  address: string;
  #sent = 0;

  constructor(address: string) {
    this.address = address;
  }

  async write(visitor: string, text: string): Promise<void> {
    this.#sent += 1;
    const message = { type: "text", text, id: `${visitor}-${this.#sent}` };
    const body = JSON.stringify({ sender: { id: visitor, name: visitor }, message });
    while (!(await this.#isTaken(body))) await pause(againMs);
  }

  /** Writes 1, 2, 3 … about five times a second. The returned function ends this. @returns the last number */
  count(visitor: string): () => Promise<number> {
    let isOver = false;
    const written = (async () => {
      for (let number = 1; ; number += 1) {
        await this.write(visitor, String(number));
        if (isOver) return number;
        await pause(betweenMs);
      }
    })();
    return () => {
      isOver = true;
      return written;
    };
  }

  async #isTaken(body: string): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(answerMs);
      const answer = await fetch(this.address, { method: "POST", body, signal });
      return answer.ok && ((await answer.json()) as { result: unknown }).result === "ok";
    } catch {
      return false;
    }
  }
}
