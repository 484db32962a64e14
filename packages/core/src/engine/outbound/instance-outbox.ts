import type { Outbox, SendAnswer, SendRequest } from "../../ports/services/outbox.ts";
import type { TypingType } from "../../ports/typing-listener.ts";
import type { DurableOutbox } from "./outbox.ts";

/** The outbox of one instance of a plugin: its idempotency keys are its own. */
export class InstanceOutbox implements Outbox {
  readonly #outbox: DurableOutbox;
  readonly #instance: string;

  constructor(outbox: DurableOutbox, instance: string) {
    this.#outbox = outbox;
    this.#instance = instance;
  }

  send(request: SendRequest): Promise<SendAnswer> {
    return this.#outbox.sendAs(this.#instance, request);
  }

  sendAgain(conversationId: string, sequence: number): Promise<SendAnswer> {
    return this.#outbox.sendAgain(conversationId, sequence);
  }

  typing(conversationId: string, type: TypingType): void {
    this.#outbox.typing(conversationId, type);
  }
}
