import type { Conversation } from "../model/conversation.ts";
import type { OwnerChange } from "../model/owner.ts";
import type { Page, PageRequest } from "../ports/stores/conversation-store.ts";
import type { OwnedCount, OwnedQuery, OwnerStore } from "../ports/stores/owner-store.ts";
import { byActivity } from "./conversation-store.ts";
import { meantName } from "./backend-store.ts";
import type { MemoryData } from "./data.ts";
import { pageOf } from "./page.ts";

/** The reference `OwnerStore`. */
export class MemoryOwnerStore implements OwnerStore {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async owned(query: OwnedQuery, request: PageRequest): Promise<Page<Conversation>> {
    const backends = query.backends?.map((name) => name && meantName(this.#data, name));
    const wanted = backends === undefined ? query : { ...query, backends };
    const rows = [...this.#data.conversations.values()].filter(({ current }) =>
      isOwned(current, wanted),
    );
    const positionOf = ({ current, number }: (typeof rows)[number]) => [
      current.lastMessageAt,
      number,
    ];
    const page = pageOf(rows.sort(byActivity), request, positionOf);
    return { items: page.items.map(({ current }) => current), next: page.next };
  }

  async history(conversationId: string, request: PageRequest): Promise<Page<OwnerChange>> {
    const changes = this.#data.conversations.get(conversationId)?.ownerChanges ?? [];
    const numbered = changes.map((change, index) => ({ change, number: index + 1 }));
    const page = pageOf(numbered.toReversed(), request, ({ number }) => [number]);
    return { items: page.items.map(({ change }) => change), next: page.next };
  }

  async counts(): Promise<readonly OwnedCount[]> {
    const counts = new Map<string, OwnedCount>();
    for (const { current } of this.#data.conversations.values()) {
      const { backend, assignee } = current.owner;
      const key = JSON.stringify([backend, assignee]);
      const conversations = (counts.get(key)?.conversations ?? 0) + 1;
      counts.set(key, { backend, assignee, conversations });
    }
    return [...counts.values()];
  }
}

function isOwned({ owner }: Conversation, { backends, assignee }: OwnedQuery): boolean {
  const isOfBackend = backends === undefined || backends.includes(owner.backend);
  return isOfBackend && (assignee === undefined || owner.assignee === assignee);
}
