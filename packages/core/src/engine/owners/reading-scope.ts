import type { Conversation } from "../../model/conversation.ts";
import type {
  ConversationStore,
  Page,
  PageRequest,
} from "../../ports/stores/conversation-store.ts";

/** Pages of a store that one call reads at most. */
const pagesPerCall = 10;
/** Conversations that one call reads at most to find what it may show. At least the limit of a page. */
const readsPerCall = 200;

/** The conversations that one agent app owns, and those that it may read. To it all others do not exist. */
export class ReadingScope {
  /** Names of its own backends. */
  readonly own: readonly string[];
  /** Names of backends whose conversations it may read, its own among them. */
  readonly readable: readonly string[];
  readonly #store: ConversationStore;

  constructor(own: readonly string[], readable: readonly string[], store: ConversationStore) {
    this.own = own;
    this.readable = [...new Set([...own, ...readable])];
    this.#store = store;
  }

  /** `null`: there is none, or it may not be read. */
  async find(conversationId: string): Promise<Conversation | null> {
    return this.shown(await this.findAny(conversationId));
  }

  /** Also one that may not be read: for core, never for the agent app. */
  findAny(conversationId: string): Promise<Conversation | null> {
    return this.#store.find({ id: conversationId });
  }

  async owns(conversationId: string): Promise<boolean> {
    const conversation = await this.findAny(conversationId);
    return conversation !== null && this.isOwn(conversation);
  }

  /** Whether there is a conversation that may not be read. */
  async isElsewhere(conversationId: string): Promise<boolean> {
    const conversation = await this.findAny(conversationId);
    return conversation !== null && !this.canRead(conversation);
  }

  isOwn(conversation: Conversation): boolean {
    return isOf(conversation, this.own);
  }

  canRead(conversation: Conversation): boolean {
    return isOf(conversation, this.readable);
  }

  shown(conversation: Conversation | null): Conversation | null {
    return conversation !== null && this.canRead(conversation) ? conversation : null;
  }

  /** A page of what may be read. It may hold fewer items before the end of the list. */
  async page<Item>(
    read: (request: PageRequest) => Promise<Page<Item>>,
    isShown: (item: Item) => boolean | Promise<boolean>,
    { before, limit }: PageRequest,
    rowsLeft: () => number = () => limit,
  ): Promise<Page<Item>> {
    const items: Item[] = [];
    let next = before;
    for (let pages = 0; pages < pagesPerCall && items.length < limit; pages += 1) {
      const rows = Math.min(limit - items.length, rowsLeft());
      if (rows === 0) break;
      const page = await read({ before: next, limit: rows });
      for (const item of page.items) if (await isShown(item)) items.push(item);
      next = page.next;
      if (next === null) break;
    }
    return { items, next };
  }

  /** The same of items that name their conversation, which is read once in a call. */
  pageOf<Item extends { readonly conversationId: string }>(
    read: (request: PageRequest) => Promise<Page<Item>>,
    request: PageRequest,
  ): Promise<Page<Item>> {
    const known = new Map<string, boolean>();
    const isShown = async ({ conversationId: id }: Item) => {
      const isReadable = known.get(id) ?? (await this.find(id)) !== null;
      known.set(id, isReadable);
      return isReadable;
    };
    // Every row of a page may belong to a conversation of its own.
    return this.page(read, isShown, request, () => readsPerCall - known.size);
  }
}

function isOf({ owner }: Conversation, backends: readonly string[]): boolean {
  return owner.backend !== null && backends.includes(owner.backend);
}
