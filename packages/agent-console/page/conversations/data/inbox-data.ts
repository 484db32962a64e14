import { QueryClient, QueryObserver, type QueryObserverOptions } from "@tanstack/react-query";
import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import type { PresenceChoice, PresenceView } from "../../../src/accounts/presence.ts";
import type { LiveEvent } from "../../../src/live/live-event.ts";
import { api } from "../../api/api.ts";
import { againMs, ApiError, isMovedAway, isPassing } from "../../api/call.ts";
import type { Sent } from "../../live/sent-news.ts";
import { type InboxView, isEverything } from "../inbox-view.ts";
import { applyLive, applySent, asRead, type LiveTarget } from "./apply-live.ts";
import { InboxCache, keys } from "./inbox-cache.ts";
import { InboxLoader } from "./inbox-loader.ts";
import { LiveJournal } from "./live-journal.ts";
import { ReadMarks } from "./read-marks.ts";

/** After an event, lists and counts are loaded again at most this often. */
const listsPauseMs = 300;

export interface InboxDataOptions {
  readonly accountId: string;
  readonly presence: PresenceView;
  readonly onSignedOut: (notice?: string) => void;
}

/**
 * All data of the inbox: a query cache that the gateway's answers fill and live events keep up to date. Lives as long as
 * an account is signed in.
 */
export class InboxData {
  readonly client = new QueryClient({
    defaultOptions: {
      queries: {
        // Live events keep everything up to date.
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: "always",
        // A message keeps its identity from its first appearance to the end.
        structuralSharing: false,
        retry: (_count, error) => isPassing(error),
        retryDelay: againMs,
      },
    },
  });
  readonly cache = new InboxCache(this.client);
  readonly load: InboxLoader;
  readonly #journal = new LiveJournal();
  readonly #options: InboxDataOptions;
  readonly #target: LiveTarget;
  readonly #marks = new ReadMarks();
  readonly #listeners = new Set<() => void>();
  #problem: string | null = null;
  #choices = 0;
  #areListsDue = false;
  #isSeen: (conversationId: string) => boolean = () => false;

  constructor(options: InboxDataOptions) {
    this.#options = options;
    this.load = new InboxLoader(this.cache, this.#journal, (id) => this.#isSeen(id));
    for (const key of [keys.found, keys.typing, keys.writing, keys.moved, keys.presence]) {
      this.client.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY });
    }
    this.cache.clearPassing();
    this.cache.setPresence(options.presence);
    this.#target = {
      cache: this.cache,
      journal: this.#journal,
      accountId: options.accountId,
      isSeen: (id) => this.#isSeen(id),
      onUnknownConversation: (id) => void this.#add(id),
      onUnknownMessage: (id) => void this.client.invalidateQueries({ queryKey: keys.thread(id) }),
      onOwner: (id) => this.#changeOwner(id),
      onPartlyRead: (id) => void this.#add(id),
      now: Date.now,
    };
  }

  /** What could not be loaded; `null` without a problem. */
  get problem(): string | null {
    return this.#problem;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Loads a query, and keeps it loaded without a component. Returns the function that ends this. */
  keep(query: QueryObserverOptions): () => void {
    return new QueryObserver(this.client, query).subscribe(() => undefined);
  }

  /** Sets how to tell whether the agent sees a conversation now. */
  watch(isSeen: (conversationId: string) => boolean): void {
    this.#isSeen = isSeen;
  }

  hear(event: LiveEvent): void {
    applyLive(this.#target, event);
    if (event.type === "reset") void this.reload();
    if (event.type === "lists" || event.type === "read") this.#reloadLists();
  }

  confirm(sent: Sent): void {
    applySent(this.#target, sent);
  }

  /** Loads everything again that is shown. An answer that is on its way may be incomplete, and is ignored. */
  async reload(): Promise<void> {
    this.#journal.clear();
    this.cache.clearPassing();
    const loaded = [keys.lists, keys.threads, keys.conversations, keys.summaries];
    await Promise.all(loaded.map((queryKey) => this.client.cancelQueries({ queryKey })));
    for (const queryKey of loaded) void this.client.invalidateQueries({ queryKey });
  }

  /** Counts are loaded before the event stream is open: news of the time between would be missing. */
  reloadCounts(): void {
    void this.client.invalidateQueries({ queryKey: keys.summaries });
  }

  /** Adds a conversation that was loaded elsewhere. */
  found(conversation: ConversationView): void {
    this.cache.addFound(conversation);
  }

  /** The agent has read a conversation up to this message. */
  async read(id: string, upTo: string): Promise<void> {
    const isRead = !this.cache.isUnread(id);
    const newest = Number(this.cache.find(id)?.lastMessage?.id ?? 0);
    const before = this.#marks.from(id, isRead ? newest : 0);
    if (isRead && before >= Number(upTo)) return;
    this.cache.change(id, asRead);
    this.#journal.hearRead(id, Number(upTo));
    await this.#marks.set(id, Number(upTo));
  }

  /** Ends what this page does by itself, once the account is signed out. */
  close(): void {
    this.#marks.close();
  }

  async loadPresence(): Promise<void> {
    const before = this.#choices;
    const presence = await api.presence();
    // Ignore an answer that is older than the agent's latest choice: it would undo it.
    if (before === this.#choices) this.cache.setPresence(presence);
  }

  choosePresence(choice: PresenceChoice): Promise<void> {
    return this.guarded(async () => {
      this.#choices += 1;
      const presence = await api.choosePresence(choice);
      this.#choices += 1;
      this.cache.setPresence(presence);
    }).catch(() => undefined);
  }

  /** Loads something. A failure is shown as the page's problem until the next success. */
  async guarded<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      const value = await work();
      this.#tellProblem(null);
      return value;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        this.#options.onSignedOut("Please sign in again.");
      } else if (isMovedAway(error)) {
        // The page says so where the conversation was.
        this.#tellProblem(null);
      } else {
        this.#tellProblem(error instanceof Error ? error.message : "Something went wrong.");
      }
      throw error;
    }
  }

  #changeOwner(id: string): void {
    void this.#add(id);
    for (const queryKey of [keys.conversation(id), keys.thread(id)])
      void this.client.invalidateQueries({ queryKey });
  }

  async #add(id: string): Promise<void> {
    await this.guarded(async () => this.cache.put(await this.load.conversation(id))).catch(
      () => undefined,
    );
  }

  /** The list of all conversations needs no loading: each message tells it. */
  #reloadLists(): void {
    if (this.#areListsDue) return;
    this.#areListsDue = true;
    setTimeout(() => {
      this.#areListsDue = false;
      this.reloadCounts();
      void this.client.invalidateQueries({
        queryKey: keys.lists,
        predicate: ({ queryKey }) => !isEverything(queryKey[1] as InboxView),
      });
    }, listsPauseMs);
  }

  #tellProblem(problem: string | null): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    for (const listener of this.#listeners) listener();
  }
}
