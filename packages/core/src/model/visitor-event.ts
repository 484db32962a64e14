import type { Message } from "../protocol/messages/message.ts";
import type { Profile } from "../protocol/senders/profile.ts";
import type { CallFacts } from "./turn.ts";

/** One visitor message, as an agent backend receives it. */
export interface VisitorEvent extends CallFacts {
  /** `deliveryIdOf`; the same on every redelivery, so that a backend can recognise a repeat. */
  readonly id: string;
  readonly conversationId: string;
  readonly channelId: string;
  /** Rises within a conversation; gaps are normal. */
  readonly sequence: number;
  /** `id` is `sender.id` as text: `42` and `"42"` are the same. */
  readonly visitor: Profile & { readonly id: string };
  readonly message: Message;
  /** The fence of the conversation's owner. A send may carry it: it is refused once the owner has changed. */
  readonly fence: number;
  /** Epoch milliseconds of acceptance. */
  readonly acceptedAt: number;
}
