import { type DeliveryAnswer, failed, receiverCodes, taken } from "./delivery.ts";
import { RejectMessage } from "./reject-message.ts";
import type { RememberedIds } from "./remembered-ids.ts";

/** What a desk works with. */
export interface MessageDeskParts {
  readonly onError: (error: unknown) => void;
  readonly remember: RememberedIds;
}

/** Hands each message to the callback until it has succeeded once; a repeat waits for the one that is under way. */
export class MessageDesk {
  readonly #parts: MessageDeskParts;
  readonly #underWay = new Map<string, Promise<DeliveryAnswer>>();

  constructor(parts: MessageDeskParts) {
    this.#parts = parts;
  }

  /** `id`: of the message; `handle`: the callback with it. Never rejects. */
  take(id: string, handle: () => void | Promise<void>): Promise<DeliveryAnswer> {
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
    // It is taken; that it cannot be remembered must not have it sent again.
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
