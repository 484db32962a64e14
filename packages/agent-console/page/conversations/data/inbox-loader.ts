import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import type { InboxSummary } from "../../../src/conversations/inbox/inbox-list.ts";
import type { MessageView } from "../../../src/conversations/message-view.ts";
import { api } from "../../api/api.ts";
import { type InboxView, isEverything, viewQuery } from "../inbox-view.ts";
import type { ThreadState } from "../inbox-state.ts";
import { asRead, withMessage } from "./apply-live.ts";
import type { InboxCache } from "./inbox-cache.ts";
import { type ListState, mergeConversations, withNewer } from "./list-data.ts";
import type { LiveJournal } from "./live-journal.ts";
import { withOlder } from "./thread-data.ts";

/** A thread or list that is loaded again keeps at most this many pages. */
const pagesLimit = 20;
/** A message that was found is looked for in at most this many pages. */
const pagesBackLimit = 200;

/** Loads parts of the inbox from the gateway, and brings them up to date with what came live meanwhile. */
export class InboxLoader {
  readonly #cache: InboxCache;
  readonly #journal: LiveJournal;
  readonly #isSeen: (id: string) => boolean;

  /** `isSeen`: whether the agent sees a conversation now. */
  constructor(cache: InboxCache, journal: LiveJournal, isSeen: (id: string) => boolean) {
    this.#cache = cache;
    this.#journal = journal;
    this.#isSeen = isSeen;
  }

  /** The newest messages; as many as are shown already. */
  async thread(id: string): Promise<ThreadState> {
    const shownFrom = Number(this.#cache.thread(id)?.messages[0]?.id ?? Number.POSITIVE_INFINITY);
    const { position } = this.#journal;
    let thread: ThreadState = await api.messages(id, null);
    // Its changes of owner came with the answer.
    if (this.#journal.hasNewOwner(id, position)) thread = await api.messages(id, null);
    for (let pages = 1; pages < pagesLimit && thread.next !== null; pages += 1) {
      if (Number(thread.messages[0]?.id ?? 0) <= shownFrom) break;
      thread = withOlder(thread, await api.messages(id, thread.next));
    }
    return { ...thread, messages: this.#journal.bringUpToDate(id, thread.messages) };
  }

  /** The first conversations of a list; as many as are shown already. */
  async list(view: InboxView): Promise<ListState> {
    const { position } = this.#journal;
    const shown = this.#cache.list(view)?.conversations.length ?? 0;
    const query = viewQuery(view);
    let list: ListState = await api.conversations(null, query);
    for (let pages = 1; pages < pagesLimit && list.next !== null; pages += 1) {
      if (list.conversations.length >= shown) break;
      list = withPage(list, await api.conversations(list.next, query));
    }
    const loaded = this.#journal.withOwners(list.conversations, position);
    list = { ...list, conversations: loaded.map((each) => this.#bringUpToDate(each)) };
    const known = list.conversations.filter(({ lastMessage }) => lastMessage !== undefined);
    const ids = new Set(known.map(({ id }) => id));
    const newer = this.#journal.conversationsSince(position).filter(({ id }) => !ids.has(id));
    if (!isEverything(view)) return withNewer(list, newer);
    return { ...list, conversations: mergeConversations(list.conversations, newer) };
  }

  async olderMessages(id: string): Promise<void> {
    const next = this.#cache.thread(id)?.next ?? null;
    if (next === null) return;
    const page = await api.messages(id, next);
    this.#cache.changeThread(id, (thread) =>
      thread.next === next ? withOlder(thread, page) : thread,
    );
  }

  /** Loads a thread back to this message, and shows all of it at once. Ends when that is no longer wanted. */
  async messagesBackTo(id: string, messageId: string, isWanted: () => boolean): Promise<void> {
    const shown = this.#cache.thread(id);
    if (shown === undefined) return;
    let loaded = shown;
    for (let pages = 0; pages < pagesBackLimit && loaded.next !== null; pages += 1) {
      if (Number(loaded.messages[0]?.id ?? 0) <= Number(messageId)) break;
      loaded = withOlder(loaded, await api.messages(id, loaded.next));
      if (!isWanted()) return;
    }
    const first = Number(loaded.messages[0]?.id ?? 0);
    this.#cache.changeThread(id, (thread) =>
      first < Number(thread.messages[0]?.id ?? 0) ? withOlder(thread, loaded) : thread,
    );
  }

  async olderConversations(view: InboxView): Promise<void> {
    const next = this.#cache.list(view)?.next ?? null;
    if (next === null) return;
    const page = await api.conversations(next, viewQuery(view));
    this.#cache.changeList(view, (list) => (list.next === next ? withPage(list, page) : list));
  }

  async conversation(id: string): Promise<ConversationView> {
    const { position } = this.#journal;
    const loaded = await api.conversation(id);
    const [owned = loaded] = this.#journal.withOwners([loaded], position);
    return this.#bringUpToDate(owned);
  }

  summary(query: string): Promise<InboxSummary> {
    return api.inbox(query);
  }

  /**
   * A loaded conversation with what came live meanwhile. Counts go on from the gateway's: the page may have missed
   * messages before.
   */
  #bringUpToDate(loaded: ConversationView): ConversationView {
    const { id, lastMessage } = loaded;
    if (lastMessage === undefined) return loaded;
    const last = Number(lastMessage.id);
    const read = this.#journal.readUpTo(id);
    const isNews = (message: MessageView): boolean =>
      message.direction === "inbound" && Number(message.id) > read && !this.#isSeen(id);
    return this.#journal
      .messagesAfter(id, last)
      .reduce(
        (known, message) => withMessage(known, message, isNews(message)),
        last <= read ? asRead(loaded) : loaded,
      );
  }
}

function withPage(list: ListState, page: ListState): ListState {
  return {
    conversations: mergeConversations(list.conversations, page.conversations),
    next: page.next,
  };
}
