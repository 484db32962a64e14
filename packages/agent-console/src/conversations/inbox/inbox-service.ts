import type { Conversation, Conversations, Page, StoredMessage } from "@parley/core";
import { filledPage } from "../../http/filled-page.ts";
import type { Ownership } from "../../owners/ownership.ts";
import { type ConversationView, viewOfConversation } from "../conversation-view.ts";
import { viewOfStored } from "../message-view.ts";
import type { InboxEntry } from "./inbox-entry.ts";
import type { InboxIndex } from "./inbox-index.ts";
import type { InboxIndexer } from "./inbox-indexer.ts";
import type { InboxListName } from "./inbox-list.ts";
import type { InboxFilter, InboxLists } from "./inbox-lists.ts";
import type { ReadMark, ReadMarks } from "./read-marks.ts";

/** Newest messages that are searched for unread ones. */
const unreadSeen = 50;
const nothingRead: ReadMark = { sequence: 0, unread: false };

export interface InboxServiceParts {
  readonly conversations: Pick<Conversations, "find" | "messages">;
  readonly index: InboxIndex;
  readonly indexer: Pick<InboxIndexer, "index">;
  readonly lists: InboxLists;
  readonly marks: ReadMarks;
  readonly ownership: Pick<Ownership, "answeredBy">;
}

/** A page of a list as the console's API shows it. */
export interface ViewPage {
  readonly conversations: readonly ConversationView[];
  readonly next: string | null;
}

/** The inbox as one agent sees it: conversations with their last message, and what the agent has read. */
export class InboxService {
  readonly #parts: InboxServiceParts;

  constructor(parts: InboxServiceParts) {
    this.#parts = parts;
  }

  async page(
    accountId: string,
    list: InboxListName,
    filter: InboxFilter,
    request: { readonly before: string | null; readonly limit: number },
  ): Promise<ViewPage> {
    const { lists } = this.#parts;
    const read = async (next: typeof request): Promise<Page<Conversation>> => {
      const page = await lists.page(accountId, list, filter, next);
      return { items: await this.#existing(page.items), next: page.next };
    };
    const page = await filledPage(read, request);
    return { conversations: await this.views(accountId, page.items), next: page.next };
  }

  /** Without those that were erased, or have left the console: their entries are brought up to date. */
  async #existing(ids: readonly string[]): Promise<readonly Conversation[]> {
    const { conversations, indexer } = this.#parts;
    const found = await Promise.all(ids.map((id) => conversations.find(id)));
    const gone = ids.filter((_, at) => found[at] === null);
    if (gone.length > 0) await indexer.index(gone);
    return found.filter((conversation) => conversation !== null);
  }

  /** Each conversation with its last message and what this agent has read of it. */
  async views(
    accountId: string,
    conversations: readonly Conversation[],
  ): Promise<readonly ConversationView[]> {
    const { marks, ownership } = this.#parts;
    const ids = conversations.map(({ id }) => id);
    const since = await marks.since(accountId);
    const entries = await this.#entries(conversations);
    const read = await marks.of(accountId, ids);
    return Promise.all(
      conversations.map(async (conversation) => {
        const { id } = conversation;
        const answeredBy = ownership.answeredBy(conversation);
        const mark = (answeredBy === null && read.get(id)) || nothingRead;
        const limit = mark.unread ? unreadSeen : 1;
        const { items } = await this.#parts.conversations.messages(id, { before: null, limit });
        const unread = mark.unread ? unreadIn(items, mark, since) : [];
        const last = items.at(-1);
        const waits = answeredBy === null && last?.direction === "inbound";
        return {
          ...viewOfConversation(conversation, answeredBy, last && viewOfStored(last)),
          unread: unread.length,
          unreadFrom: firstUnread(unread, items, mark, conversation.createdAt >= since),
          waitingSince: waits ? (entries.get(id)?.waitingSince ?? last.acceptedAt) : null,
        };
      }),
    );
  }

  /** The agent has read everything up to this message. Returns its sequence, or the newest one's if that is lower. */
  async markRead(accountId: string, conversationId: string, upTo: number): Promise<number> {
    const { conversations, marks, indexer } = this.#parts;
    const newest = await conversations.messages(conversationId, { before: null, limit: 1 });
    const sequence = Math.min(upTo, newest.items.at(-1)?.sequence ?? 0);
    await marks.since(accountId);
    if (await marks.read(accountId, conversationId, sequence)) return sequence;
    // A new conversation is indexed a moment after its first message.
    await indexer.index([conversationId]);
    await marks.read(accountId, conversationId, sequence);
    return sequence;
  }

  /** Up to date: otherwise an answer could show a message without counting it as unread. */
  async #entries(conversations: readonly Conversation[]): Promise<ReadonlyMap<string, InboxEntry>> {
    const { index, indexer } = this.#parts;
    const entries = await index.of(conversations.map(({ id }) => id));
    const stale = conversations
      .filter(({ id, lastMessageAt }) => entries.get(id)?.lastAt !== lastMessageAt)
      .map(({ id }) => id);
    if (stale.length === 0) return entries;
    await indexer.index(stale);
    return new Map([...entries, ...(await index.of(stale))]);
  }
}

/**
 * Id of the first unread message. Where more are unread than were looked at, it is the one after the mark, if that is
 * known: a new conversation has none.
 */
function firstUnread(
  unread: readonly StoredMessage[],
  seen: readonly StoredMessage[],
  { sequence: read }: ReadMark,
  isNew: boolean,
): string | null {
  const [first] = unread;
  if (first === undefined) return null;
  const isCut = (seen[0]?.sequence ?? 0) > read + 1 && (read > 0 || isNew);
  return String(isCut ? read + 1 : first.sequence);
}

function unreadIn(
  newest: readonly StoredMessage[],
  { sequence: read }: ReadMark,
  since: number,
): readonly StoredMessage[] {
  return newest.filter(
    ({ direction, sequence, acceptedAt }) =>
      direction === "inbound" && sequence > read && acceptedAt >= since,
  );
}
