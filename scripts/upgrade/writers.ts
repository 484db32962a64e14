import { setTimeout as sleep } from "node:timers/promises";
import type { ConsoleClient } from "../../examples/quickstart/test/support/console-client.ts";

const visitors = 40;
const againMs = 100;

/** A message that the gateway has taken. */
export interface Written {
  readonly visitorId: string;
  readonly text: string;
}

/** Visitors who write, each repeating a message until it is taken, as §2.4 asks of clients. */
export class Writers {
  readonly taken: Written[] = [];
  /** Answers other than 200, in words. A gateway that starts again may say so with a 503. */
  readonly refusals: string[] = [];
  readonly #startedAt = performance.now();
  #isStopped = false;
  #isStarting = false;
  #numbers = 0;
  readonly #loops: readonly Promise<void>[];
  readonly #url: string;

  private constructor(url: string, perSecond: number) {
    this.#url = url;
    const pauseMs = (1_000 * visitors) / perSecond;
    this.#loops = Array.from({ length: visitors }, (_, number) => this.#write(number, pauseMs));
  }

  static async start(client: ConsoleClient, perSecond: number): Promise<Writers> {
    const chatApiUrl = "http://127.0.0.1:9/agent-messages";
    const answer = await client.ask("POST", "channels", { id: "writers", chatApiUrl });
    if (!answer.ok) throw new Error(`A channel was answered ${answer.status}.`);
    const { ingressUrl } = (await answer.json()) as { readonly ingressUrl: string };
    return new Writers(ingressUrl, perSecond);
  }

  /** What visitors ask meanwhile may be answered 503: the gateway is not ready. */
  async whileStarting(work: () => Promise<void>): Promise<void> {
    this.#isStarting = true;
    await work();
    this.#isStarting = false;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#loops);
  }

  async #write(visitor: number, pauseMs: number): Promise<void> {
    await sleep(Math.random() * pauseMs);
    while (!this.#isStopped) {
      const visitorId = `writer-${visitor}`;
      this.#numbers += 1;
      const text = `during the upgrade ${this.#numbers}`;
      while (!(await this.#send(visitorId, text))) await sleep(againMs);
      this.taken.push({ visitorId, text });
      await sleep(pauseMs);
    }
  }

  /** Since the first message. */
  get seconds(): string {
    return ((performance.now() - this.#startedAt) / 1_000).toFixed(1);
  }

  #refusal(status: number, said: string): string {
    return `a visitor's message was answered ${status} after ${this.seconds} s: ${said}`;
  }

  /** @returns whether it was taken. No connection is no answer: the gateway is being started. */
  async #send(visitorId: string, text: string): Promise<boolean> {
    const message = { type: "text", text, id: text };
    const body = JSON.stringify({ sender: { id: visitorId }, message });
    const isStarting = this.#isStarting;
    try {
      const answer = await fetch(this.#url, { method: "POST", body });
      const said = await answer.text();
      const isExcused = isStarting && answer.status === 503;
      if (answer.status !== 200 && !isExcused)
        this.refusals.push(this.#refusal(answer.status, said));
      return answer.status === 200;
    } catch {
      return false;
    }
  }
}
