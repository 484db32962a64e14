import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { type AgentEvent, type Parley, Refused, type VisitorMessage } from "./parley.ts";
import { plain } from "./plain.ts";

const help = "A line goes to the visitor who wrote last. /to ann chooses another one.";

/** A person at a terminal who answers visitors. */
export class TerminalAgent {
  readonly #parley: Parley;
  /** The id of each visitor's conversation. */
  readonly #conversations = new Map<string, string>();
  #visitor: string | null = null;

  constructor(parley: Parley) {
    this.#parley = parley;
  }

  /** Ends when the input does. */
  async run(input: NodeJS.ReadableStream): Promise<void> {
    console.log(help);
    this.#forever(() => this.#poll());
    this.#forever(async () => {
      await this.#setAvailable(true);
      await pause(20_000);
    });
    for await (const line of createInterface({ input })) await this.#take(line.trim());
    await this.#setAvailable(false);
  }

  /** Repeats a step until the gateway refuses it, or the program ends. */
  #forever(step: () => Promise<void>): void {
    void step().then(
      () => this.#forever(step),
      (error: unknown) => {
        if (error instanceof Refused) console.error(error.message);
      },
    );
  }

  async #setAvailable(available: boolean): Promise<void> {
    await this.#parley.call("PUT", "/availability", { available, forSeconds: 60 });
  }

  async #poll(): Promise<void> {
    const { events } = await this.#parley.call<{ readonly events: readonly AgentEvent[] }>(
      "POST",
      "/events/poll",
      { waitSeconds: 8 },
    );
    events.forEach((event) => this.#show(event));
    const shown = events.filter(({ token }) => token !== undefined);
    const acknowledged = shown.map(({ id, token }) => ({ id, token }));
    if (shown.length > 0)
      await this.#parley.call("POST", "/events/acknowledge", { events: acknowledged });
  }

  #show(event: AgentEvent): void {
    if (isMessage(event)) {
      const { id, name = id } = event.visitor;
      this.#conversations.set(id, event.conversationId);
      this.#visitor = id;
      console.log(`${plain(name)}: ${plain(event.message.text ?? `(${event.message.type})`)}`);
    } else if (event.type === "delivery.report") {
      console.log(`  not delivered: ${plain(event.reason)}`);
    }
  }

  async #take(line: string): Promise<void> {
    const chosen = /^\/to +(.+)$/.exec(line)?.[1];
    if (chosen !== undefined && this.#conversations.has(chosen)) this.#visitor = chosen;
    else if (line.startsWith("/")) console.log(help);
    else if (line !== "") await this.#send(line);
  }

  async #send(text: string): Promise<void> {
    const conversationId = this.#conversations.get(this.#visitor ?? "");
    if (conversationId === undefined) return console.log("Nobody has written yet.");
    const message = { type: "text", text };
    const sent = { conversationId, sender: { name: "Agent" }, message };
    await this.#parley
      .call("POST", "/messages", { ...sent, idempotencyKey: randomUUID() })
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        console.log(`  not sent: ${error.message}`);
      });
  }
}

function isMessage(event: AgentEvent): event is VisitorMessage {
  return event.type === "visitor.message";
}
