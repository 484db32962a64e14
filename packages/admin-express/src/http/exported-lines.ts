import type { Conversation, Conversations } from "@parley/core";
import type { ExportLine } from "../api/export.ts";
import { conversationViewOf, messageViewOf } from "../views/conversation-view.ts";
import type { Shown } from "../operation.ts";

type Line = Shown<ExportLine>;
type Lines = AsyncGenerator<Line, void>;

const pageSize = 200;
/** More than the clocks of nodes on one store may differ. Milliseconds. */
const skewMs = 1_000;

/** Each conversation with its messages, oldest message first. The last line marks the export as complete. */
export async function* exportedLines(
  conversations: Conversations,
  chosen: AsyncIterable<Conversation> | Iterable<Conversation>,
): Lines {
  const sums = { conversations: 0, messages: 0 };
  for await (const conversation of chosen) {
    yield { type: "conversation", ...conversationViewOf(conversation) };
    sums.conversations += 1;
    for await (const line of messageLines(conversations, conversation.id)) {
      yield line;
      sums.messages += 1;
    }
  }
  yield { type: "end", ...sums };
}

/**
 * All conversations that exist at the start, optionally of one channel. A new message moves its conversation to the top
 * of the list during the export. So the top is scanned again until nothing new is found. A conversation may appear
 * twice, but none is missed. Only moved conversations are kept in memory.
 */
export async function* allConversations(
  conversations: Conversations,
  channelId: string | null,
): AsyncGenerator<Conversation, void> {
  const began = await newestActivity(conversations);
  const given = new Set<string>();
  for (let floor = 0, ceiling = began; ;) {
    let found = 0;
    for await (const conversation of downTo(conversations, floor)) {
      if (given.has(conversation.id) || conversation.createdAt > began) continue;
      if (conversation.lastMessageAt >= began - skewMs) given.add(conversation.id);
      found += 1;
      if (channelId === null || conversation.channelId === channelId) yield conversation;
    }
    if (found === 0) return;
    floor = ceiling - skewMs;
    ceiling = await newestActivity(conversations);
  }
}

async function newestActivity(conversations: Conversations): Promise<number> {
  const { items } = await conversations.list({ before: null, limit: 1 });
  return items[0]?.lastMessageAt ?? 0;
}

/** Newest activity first, down to `floor`. */
async function* downTo(
  conversations: Conversations,
  floor: number,
): AsyncGenerator<Conversation, void> {
  for (let before: string | null = null; ;) {
    const page = await conversations.list({ before, limit: pageSize });
    for (const conversation of page.items) {
      if (conversation.lastMessageAt < floor) return;
      yield conversation;
    }
    if (page.next === null) return;
    before = page.next;
  }
}

/**
 * The list gives the newest page first. Remembers each page's cursor on the way to the oldest page, then yields the
 * pages backwards.
 */
async function* messageLines(conversations: Conversations, conversationId: string): Lines {
  const read = (before: string | null) =>
    conversations.messages(conversationId, { before, limit: pageSize });
  const ends: string[] = [];
  let page = await read(null);
  while (page.next !== null) {
    ends.push(String((page.items.at(-1)?.sequence ?? 0) + 1));
    page = await read(page.next);
  }
  for (;;) {
    for (const message of page.items)
      yield { type: "message", conversationId, ...messageViewOf(message) };
    const end = ends.pop();
    if (end === undefined) return;
    page = await read(end);
  }
}
