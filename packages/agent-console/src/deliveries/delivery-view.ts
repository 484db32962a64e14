import type { Conversation, Conversations, Delivery } from "@parley/core";
import { type ConversationView, viewOfConversation } from "../conversations/conversation-view.ts";
import type { Ownership } from "../owners/ownership.ts";
import { type MessageView, viewOfStored } from "../conversations/message-view.ts";

/** A delivery with its visitor and its message. Both are absent when they were erased meanwhile. */
export interface DeliveryView extends Delivery {
  readonly visitor?: ConversationView["visitor"];
  /** As in `ConversationView`. */
  readonly answeredBy?: string;
  readonly message?: MessageView;
}

export interface DeliveryViewParts {
  readonly conversations: Conversations;
  readonly ownership: Pick<Ownership, "answeredBy">;
}

/** Reads the visitors and messages of deliveries. */
export async function viewsOfDeliveries(
  { conversations, ownership }: DeliveryViewParts,
  deliveries: readonly Delivery[],
): Promise<readonly DeliveryView[]> {
  const found = new Map<string, Promise<Conversation | null>>();
  const conversationOf = (id: string): Promise<Conversation | null> => {
    const known = found.get(id) ?? conversations.find(id);
    found.set(id, known);
    return known;
  };
  return Promise.all(
    deliveries.map(async (delivery): Promise<DeliveryView> => {
      const [conversation, message] = await Promise.all([
        conversationOf(delivery.conversationId),
        messageOf(conversations, delivery),
      ]);
      return {
        ...delivery,
        ...(conversation !== null && aboutConversation(conversation, ownership)),
        ...(message !== null && { message }),
      };
    }),
  );
}

function aboutConversation(
  conversation: Conversation,
  ownership: DeliveryViewParts["ownership"],
): Pick<DeliveryView, "visitor" | "answeredBy"> {
  const view = viewOfConversation(conversation, ownership.answeredBy(conversation));
  const { visitor, answeredBy } = view;
  return { visitor, ...(answeredBy !== undefined && { answeredBy }) };
}

async function messageOf(
  conversations: Conversations,
  { conversationId, messageSequence }: Delivery,
): Promise<MessageView | null> {
  // A cursor of this list is a sequence, and the page ends before it.
  const before = String(messageSequence + 1);
  const { items } = await conversations.messages(conversationId, { before, limit: 1 });
  const [stored] = items;
  return stored?.sequence === messageSequence ? viewOfStored(stored) : null;
}
