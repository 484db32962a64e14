import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import type { MessageView } from "../../../src/conversations/message-view.ts";
import type { ConsoleClient } from "../console-client.ts";
import { until } from "../use-console.ts";

interface ConversationPage {
  readonly conversations: readonly ConversationView[];
  readonly next: string | null;
}
interface MessagePage {
  readonly messages: readonly MessageView[];
  readonly next: string | null;
}

export async function conversations(client: ConsoleClient, before = ""): Promise<ConversationPage> {
  return (await client.ask<ConversationPage>("GET", `/conversations${before}`)).body;
}

export async function messages(
  client: ConsoleClient,
  id: string,
  before = "",
): Promise<MessagePage> {
  return (await client.ask<MessagePage>("GET", `/conversations/${id}/messages${before}`)).body;
}

/** The newest conversation's id, once it exists. */
export async function onlyConversation(client: ConsoleClient): Promise<string> {
  return until(async () => (await conversations(client)).conversations[0]?.id);
}

export const text = (id: unknown, words: string): unknown => ({
  sender: { id },
  message: { type: "text", text: words },
});
