import type { Conversations } from "@parley/core";
import { openCursor } from "./page-cursor.ts";

/** Scope of the cursors for the conversation list. No conversation has an empty id. */
export const allConversations = "";

const stride = 200;

/** Start of a page: `null` for the newest, `undefined` when `before` is invalid. */
export type PageStart = string | null | undefined;

/** `before` of a thread: a message's id, or `next` from a previous page. */
export function startOfMessages(conversationId: string, before: unknown): PageStart {
  if (before === undefined || before === "") return null;
  if (typeof before !== "string") return undefined;
  // A message's id is its sequence, which is also the store's cursor.
  return /^[1-9]\d{0,14}$/.test(before) ? before : openCursor(conversationId, before);
}

/** `before` of a list of the inbox: only `next` from a previous page. */
export function startOfList(list: string, before: unknown): PageStart {
  if (before === undefined || before === "") return null;
  return typeof before === "string" ? openCursor(list, before) : undefined;
}

/** `before` of the list of all conversations: a conversation's id, or `next` from a previous page. */
export async function startOfConversations(
  conversations: Conversations,
  before: unknown,
): Promise<PageStart | "end"> {
  if (before === undefined || before === "") return null;
  if (typeof before !== "string") return undefined;
  const cursor = openCursor(allConversations, before);
  if (cursor !== undefined || (await conversations.find(before)) === null) return cursor;
  return afterConversation(conversations, before);
}

/**
 * Only the store can create cursors, so this pages through the list to find the conversation. `end`: nothing follows
 * it.
 */
async function afterConversation(
  conversations: Conversations,
  id: string,
): Promise<PageStart | "end"> {
  let before: string | null = null;
  do {
    const page: Awaited<ReturnType<Conversations["list"]>> = await conversations.list({
      before,
      limit: stride,
    });
    const index = page.items.findIndex((item) => item.id === id);
    if (index >= 0) return cursorAfter(conversations, before, index + 1);
    before = page.next;
  } while (before !== null);
  return undefined;
}

/** The cursor after the first `count` conversations from `before` on. A page may hold fewer than asked for. */
async function cursorAfter(
  conversations: Conversations,
  before: string | null,
  count: number,
): Promise<string | "end"> {
  let next = before;
  for (let left = count; left > 0;) {
    const page = await conversations.list({ before: next, limit: left });
    left -= page.items.length;
    if (page.next === null) return "end";
    next = page.next;
  }
  return next ?? "end";
}
