import type { Failure } from "@parley/core";
import type { MessageView } from "../../src/conversations/message-view.ts";

/** A confirmation by the gateway of something that this page sent. */
export type Sent =
  | {
      readonly type: "sent";
      readonly conversationId: string;
      readonly messages: readonly MessageView[];
    }
  /** A failed message is being sent again. */
  | {
      readonly type: "sent-again";
      readonly conversationId: string;
      readonly id: string;
      readonly failure: Failure;
    };

/** Passes on the gateway's answers at once. The event stream would bring the same news, but may be dead. */
class SentNews {
  readonly #listeners = new Set<(sent: Sent) => void>();

  tell(sent: Sent): void {
    for (const listener of this.#listeners) listener(sent);
  }

  listen(listener: (sent: Sent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

export const sentNews = new SentNews();
