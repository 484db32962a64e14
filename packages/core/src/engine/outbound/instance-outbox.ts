import type { Outbox, SendAnswer, SendRequest } from "../../ports/services/outbox.ts";
import type { TypingType } from "../../ports/typing-listener.ts";
import type { DurableOutbox, Sender } from "./outbox.ts";

/** The outbox of one agent app: its idempotency keys are its own, and it sends in its own conversations alone. */
export class InstanceOutbox implements Outbox {
  readonly #outbox: DurableOutbox;
  readonly #sender: Sender;

  constructor(outbox: DurableOutbox, sender: Sender) {
    this.#outbox = outbox;
    this.#sender = sender;
  }

  send(request: SendRequest): Promise<SendAnswer> {
    return this.#outbox.sendAs(this.#sender, request);
  }

  sendAgain(conversationId: string, sequence: number): Promise<SendAnswer> {
    return this.#outbox.sendAgainAs(this.#sender, conversationId, sequence);
  }

  typing(conversationId: string, type: TypingType): void {
    this.#outbox.typingAs(this.#sender, conversationId, type);
  }
}
