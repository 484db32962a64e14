import type { QueryClient } from "@tanstack/react-query";
import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import type { PresenceView } from "../../../src/accounts/presence.ts";
import { everything, type InboxView } from "../inbox-view.ts";
import type { ThreadState, Writer } from "../inbox-state.ts";
import { type ListState, mergeConversations, withChanged, withNewer } from "./list-data.ts";

/** Keys of the query cache. */
export const keys = {
  lists: ["list"],
  list: (view: InboxView) => ["list", view],
  threads: ["thread"],
  thread: (id: string) => ["thread", id],
  conversations: ["conversation"],
  conversation: (id: string) => ["conversation", id],
  summaries: ["summary"],
  summary: (query: string) => ["summary", query],
  found: ["found"],
  typing: ["typing"],
  writing: ["writing"],
  moved: ["moved"],
  presence: ["presence"],
} as const;

/** Start time of typing, by conversation. */
export type Typing = Readonly<Record<string, number>>;
/** Which other agent is writing, by conversation. */
export type Writing = Readonly<Record<string, Writer>>;
/** Who answers conversations that have left the console; empty: it is not known. */
export type Moved = Readonly<Record<string, string>>;
type Change = (conversation: ConversationView) => ConversationView;

/** Reads and changes what the query cache holds of the inbox. */
export class InboxCache {
  readonly #client: QueryClient;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  thread(id: string): ThreadState | undefined {
    return this.#client.getQueryData<ThreadState>(keys.thread(id));
  }

  /** Changes a loaded thread. */
  changeThread(id: string, change: (thread: ThreadState) => ThreadState): void {
    this.#client.setQueryData<ThreadState>(keys.thread(id), (thread) => thread && change(thread));
  }

  list(view: InboxView): ListState | undefined {
    return this.#client.getQueryData<ListState>(keys.list(view));
  }

  changeList(view: InboxView, change: (list: ListState) => ListState): void {
    this.#client.setQueryData<ListState>(keys.list(view), (list) => list && change(list));
  }

  /** The newest version of a conversation, wherever it was loaded. */
  find(id: string): ConversationView | undefined {
    return this.#all(id).reduce<ConversationView | undefined>(
      (newest, each) =>
        newest === undefined || each.lastMessageAt > newest.lastMessageAt ? each : newest,
      undefined,
    );
  }

  /** Whether any version of a conversation is unread. Answers that were on their way at once may differ. */
  isUnread(id: string): boolean {
    return this.#all(id).some(({ unread = 0 }) => unread > 0);
  }

  /** Shows a newer version of a conversation wherever it is, and adds it to the list of all. */
  put(conversation: ConversationView): void {
    const { id } = conversation;
    this.#changeLists((list) => withNewer(list, [conversation]));
    this.changeList(everything, (list) => ({
      ...list,
      conversations: mergeConversations(list.conversations, [conversation]),
    }));
    this.#client.setQueryData<ConversationView>(keys.conversation(id), (known) =>
      known === undefined || known.lastMessageAt > conversation.lastMessageAt
        ? known
        : conversation,
    );
    if (this.found().some((each) => each.id === id)) this.addFound(conversation);
  }

  change(id: string, change: Change): void {
    this.#changeLists((list) => withChanged(list, id, change));
    this.#client.setQueryData<ConversationView>(
      keys.conversation(id),
      (known) => known && change(known),
    );
    if (this.found().some((each) => each.id === id)) {
      this.#client.setQueryData(
        keys.found,
        this.found().map((each) => (each.id === id ? change(each) : each)),
      );
    }
  }

  /** Drops an erased conversation wherever it is. */
  remove(id: string): void {
    const others = (all: readonly ConversationView[]): readonly ConversationView[] =>
      all.filter((each) => each.id !== id);
    this.#changeLists((list) => ({ ...list, conversations: others(list.conversations) }));
    this.#client.setQueryData(keys.found, others(this.found()));
    this.setTyping(id, null);
    this.setWriter(id, null);
    this.#client.removeQueries({ queryKey: keys.conversation(id) });
    this.#client.removeQueries({ queryKey: keys.thread(id) });
  }

  /** Conversations that were asked for one by one. The loaded list may not have them. */
  found(): readonly ConversationView[] {
    return this.#client.getQueryData<readonly ConversationView[]>(keys.found) ?? [];
  }

  addFound(conversation: ConversationView): void {
    this.#client.setQueryData(keys.found, mergeConversations(this.found(), [conversation]));
  }

  setTyping(id: string, since: number | null): void {
    this.#client.setQueryData<Typing>(keys.typing, (typing = {}) => withEntry(typing, id, since));
  }

  setWriter(id: string, writer: Writer | null): void {
    this.#client.setQueryData<Writing>(keys.writing, (all = {}) => withEntry(all, id, writer));
  }

  /** `null`: the console may read it again. */
  setMoved(id: string, name: string | null): void {
    this.#client.setQueryData<Moved>(keys.moved, (moved = {}) => withEntry(moved, id, name));
  }

  presence(): PresenceView | undefined {
    return this.#client.getQueryData<PresenceView>(keys.presence);
  }

  setPresence(presence: PresenceView): void {
    this.#client.setQueryData(keys.presence, presence);
  }

  /** What is not loaded again after missed events. */
  clearPassing(): void {
    this.#client.setQueryData(keys.found, []);
    this.#client.setQueryData(keys.typing, {});
    this.#client.setQueryData(keys.writing, {});
  }

  /** Every loaded version of a conversation. */
  #all(id: string): readonly ConversationView[] {
    const loaded = [
      ...this.#lists().flatMap(({ conversations }) => conversations),
      ...this.found(),
      this.#client.getQueryData<ConversationView>(keys.conversation(id)),
    ];
    return loaded.filter((each) => each !== undefined && each.id === id) as ConversationView[];
  }

  #lists(): readonly ListState[] {
    return this.#client
      .getQueriesData<ListState>({ queryKey: keys.lists })
      .flatMap(([, list]) => list ?? []);
  }

  #changeLists(change: (list: ListState) => ListState): void {
    this.#client.setQueriesData<ListState>(
      { queryKey: keys.lists },
      (list) => list && change(list),
    );
  }
}

/** Without a value the entry goes. */
function withEntry<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
  value: Value | null,
): Readonly<Record<string, Value>> {
  if (value === null && !(key in record)) return record;
  const { [key]: _, ...rest } = record;
  return value === null ? rest : { ...rest, [key]: value };
}
