import { type DeliveryAnswer, failed, receiverCodes, taken } from "./delivery.ts";
import { RejectMessage } from "./reject-message.ts";
import type { RememberedIds } from "./remembered-ids.ts";

/** Dependencies of a `MessageHandler`. */
export interface MessageHandlerParts {
  readonly onError: (error: unknown) => void;
  readonly remember: RememberedIds;
}

/** Passes each message to the callback until it has succeeded once. A repeat waits for the call in progress. */
export class MessageHandler {
  readonly #parts: MessageHandlerParts;
  readonly #underWay = new Map<string, Promise<DeliveryAnswer>>();

  constructor(parts: MessageHandlerParts) {
    this.#parts = parts;
  }

  /** `id`: id of the message; `handle`: calls the callback with it. Never rejects. */
  handleOnce(id: string, handle: () => void | Promise<void>): Promise<DeliveryAnswer> {
    const first = this.#underWay.get(id);
    if (first) return first;
    const answer = this.#takeOnce(id, handle).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, answer);
    return answer;
  }

  async #takeOnce(id: string, handle: () => void | Promise<void>): Promise<DeliveryAnswer> {
    const { onError, remember } = this.#parts;
    try {
      if (await remember.has(id)) return taken;
      await handle();
    } catch (error) {
      if (RejectMessage.is(error)) return failed(200, error.code, error.message);
      onError(error);
      return failed(
        500,
        receiverCodes.internal,
        "The message could not be accepted at the moment.",
      );
    }
    // The message is taken. A failure to remember it must not cause a redelivery.
    await this.#remember(id);
    return taken;
  }

  async #remember(id: string): Promise<void> {
    try {
      await this.#parts.remember.add(id);
    } catch (error) {
      this.#parts.onError(error);
    }
  }
}
