import { setTimeout as sleep } from "node:timers/promises";
import type { ConsoleClient } from "../../examples/quickstart/test/support/console-client.ts";

const perSecond = 20;
const visitors = 200;
/** How many requests may be open. More would measure the machine. */
const mostOpen = 40;

/** Visitors who write, through the real endpoint, until it is stopped. */
export class Traffic {
  readonly #ingressUrl: string;
  #sent = 0;
  #open = 0;
  #isStopped = false;
  #failure: Error | null = null;
  readonly #ended: Promise<void>;

  private constructor(ingressUrl: string) {
    this.#ingressUrl = ingressUrl;
    this.#ended = this.#run();
  }

  /** Makes a channel for them. */
  static async start(client: ConsoleClient): Promise<Traffic> {
    const id = `figures-${Date.now()}`;
    const answer = await client.ask("POST", "channels", {
      id,
      chatApiUrl: "http://127.0.0.1:9/agent-messages",
    });
    if (!answer.ok) throw new Error(`A channel was answered ${answer.status}.`);
    const { ingressUrl } = (await answer.json()) as { readonly ingressUrl: string };
    return new Traffic(ingressUrl);
  }

  /** @returns how many messages were sent. @throws Error when one was not taken. */
  async stop(): Promise<number> {
    this.#isStopped = true;
    await this.#ended;
    if (this.#failure !== null) throw this.#failure;
    return this.#sent;
  }

  async #run(): Promise<void> {
    const startedAt = performance.now();
    while (!this.#isStopped && this.#failure === null) {
      const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
      while (this.#sent < due && this.#open < mostOpen) void this.#send();
      await sleep(1_000 / perSecond);
    }
    while (this.#open > 0) await sleep(50);
  }

  async #send(): Promise<void> {
    this.#open += 1;
    this.#sent += 1;
    const number = this.#sent;
    const sender = { id: `figures-${number % visitors}` };
    const message = { type: "text", text: `message ${number} of the traffic`, id: String(number) };
    try {
      const body = JSON.stringify({ sender, message });
      const answer = await fetch(this.#ingressUrl, { method: "POST", body });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`A visitor's message was answered ${answer.status}.`);
    } catch (error) {
      this.#failure ??= error as Error;
    } finally {
      this.#open -= 1;
    }
  }
}
