import type { Conversations } from "@parley/core";
import { openCursor } from "./page-cursor.ts";

/** What cursors of the list of conversations are sealed with; no conversation's id is empty. */
export const allConversations = "";

const stride = 200;

/** Where a page begins: `null` at the newest, `undefined` when `before` names nothing. */
export type PageStart = string | null | undefined;

/** `before` of a thread: the id of a message, or the `next` of an earlier page. */
export function startOfMessages(conversationId: string, before: unknown): PageStart {
  if (before === undefined || before === "") return null;
  if (typeof before !== "string") return undefined;
  // A message's id is its sequence, which is the cursor of the page before it.
  return /^[1-9]\d{0,14}$/.test(before) ? before : openCursor(conversationId, before);
}

/** `before` of the list: the id of a conversation, or the `next` of an earlier page. */
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

/** Cursors belong to the store, so that a conversation's is found by walking there. `end`: nothing follows it. */
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
    if (index >= 0) {
      const upToIt = await conversations.list({ before, limit: index + 1 });
      return upToIt.next ?? "end";
    }
    before = page.next;
  } while (before !== null);
  return undefined;
}
