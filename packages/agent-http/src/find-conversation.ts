import type { Conversation, Conversations } from "@parley/core";

const idForm = /^[A-Za-z0-9_-]{1,64}$/;

/** A conversation by an id that the app gives, which may be any text. `null`: there is none for this app. */
export async function findConversation(
  conversations: Conversations,
  id: string,
): Promise<Conversation | null> {
  return idForm.test(id) ? conversations.find(id) : null;
}
