import type { Failure } from "@parley/core";
import type { MessageView } from "../../src/conversations/message-view.ts";

/** What the gateway took from this page. */
export type Sent =
  | {
      readonly type: "sent";
      readonly conversationId: string;
      readonly messages: readonly MessageView[];
    }
  /** A message that had failed in this way is being sent again. */
  | {
      readonly type: "sent-again";
      readonly conversationId: string;
      readonly id: string;
      readonly failure: Failure;
    };

/** Passes on what the gateway has answered, which shows at once: the stream that tells it too may be dead. */
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
