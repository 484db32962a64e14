import type { ConversationView } from "../../../src/conversations/conversation-view.ts";

/** A loaded list of conversations, newest activity first. `next` is the start of the following page. */
export interface ListState {
  readonly conversations: readonly ConversationView[];
  readonly next: string | null;
}

/** Each conversation once, newest activity first. A later entry replaces an earlier one, unless it is older. */
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

/** Replaces conversations that the list has by newer ones. */
export function withNewer(list: ListState, newer: readonly ConversationView[]): ListState {
  const ids = new Set(list.conversations.map(({ id }) => id));
  const known = newer.filter(({ id }) => ids.has(id));
  return { ...list, conversations: mergeConversations(list.conversations, known) };
}

/** Changes one conversation of the list, if the list has it. */
export function withChanged(
  list: ListState,
  id: string,
  change: (conversation: ConversationView) => ConversationView,
): ListState {
  if (list.conversations.every((each) => each.id !== id)) return list;
  return {
    ...list,
    conversations: list.conversations.map((each) => (each.id === id ? change(each) : each)),
  };
}

/** A conversation with another owner. What another agent app answers waits for nobody here. */
export function withOwner(shown: ConversationView, answeredBy: string | null): ConversationView {
  const { answeredBy: _, ...conversation } = shown;
  if (answeredBy === null) return conversation;
  return { ...conversation, answeredBy, unread: 0, unreadFrom: null, waitingSince: null };
}

/** The conversations of a list, with those that were asked for one by one, and the open one. */
export function shownConversations(
  list: ListState,
  beside: {
    readonly found: readonly ConversationView[];
    readonly open: ConversationView | null;
  },
): readonly ConversationView[] {
  const { found, open } = beside;
  return mergeConversations(list.conversations, open === null ? found : [...found, open]);
}
