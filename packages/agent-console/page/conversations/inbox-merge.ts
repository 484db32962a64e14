import type { ConversationView } from "../../src/conversations/conversation-view.ts";
import type { MessageView } from "../../src/conversations/message-view.ts";
import type { ConversationPage } from "../api/api.ts";
import type { InboxState } from "./inbox-state.ts";

/**
 * Conversations to keep when the first page is loaded again: those that came live meanwhile, and those loaded by id.
 */
export function keptBeside(
  { conversations, found }: Pick<InboxState, "conversations" | "found">,
  { conversations: page }: ConversationPage,
): readonly ConversationView[] {
  const newest = page[0]?.lastMessageAt ?? 0;
  return (conversations ?? []).filter(
    ({ id, lastMessageAt }) => lastMessageAt > newest || found.has(id),
  );
}

/** Later entries replace earlier ones with the same id, unless they are older. */
export function mergeConversations(
  old: readonly ConversationView[],
  more: readonly ConversationView[],
): readonly ConversationView[] {
  const byId = new Map<string, ConversationView>();
  for (const each of [...old, ...more]) {
    const known = byId.get(each.id);
    if (known === undefined || known.lastMessageAt <= each.lastMessageAt) byId.set(each.id, each);
  }
  return [...byId.values()].sort((a, b) => b.lastMessageAt - a.lastMessageAt);
}

export function mergeMessages(
  old: readonly MessageView[],
  more: readonly MessageView[],
): readonly MessageView[] {
  const byId = new Map([...old, ...more].map((each) => [each.id, each]));
  return [...byId.values()].sort((a, b) => Number(a.id) - Number(b.id));
}

export function without<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Readonly<Record<string, Value>> {
  const { [key]: _, ...rest } = record;
  return rest;
}

/** The message may have been delivered or failed since it was read. */
export function upToDate(
  { states }: Pick<InboxState, "states">,
  conversationId: string,
  message: MessageView,
): MessageView {
  const newer = states[`${conversationId}/${message.id}`];
  return newer === undefined || message.state !== "waiting" ? message : { ...message, ...newer };
}
