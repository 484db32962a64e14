import type { Entry, ShopEvents } from "./entry.ts";

/** Sends one event to one open page. */
export type Push = <Name extends keyof ShopEvents>(name: Name, data: ShopEvents[Name]) => void;

interface Visitor {
  readonly entries: Map<string, Entry>;
  readonly pages: Set<Push>;
}

const entryLimit = 500;
const visitorLimit = 1_000;

/** All visitors, in memory. A real shop would use its database. */
export class Visitors {
  readonly #visitors = new Map<string, Visitor>();

  /** Whether any page is open. */
  get anyoneHere(): boolean {
    return this.#visitors.values().some(({ pages }) => pages.size > 0);
  }

  /** Opens a page: sends the history, then all new events. Returns the function that closes it. */
  join(id: string, push: Push): () => void {
    const { entries, pages } = this.#visitor(id);
    push("history", [...entries.values()]);
    pages.add(push);
    return () => void pages.delete(push);
  }

  /** Stores an entry, replacing the one with its id, and sends it to the visitor's pages. */
  say(id: string, entry: Entry): void {
    const { entries, pages } = this.#visitor(id);
    entries.set(entry.message.id, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= entryLimit) break;
      entries.delete(oldest);
    }
    for (const push of pages) push("entry", entry);
  }

  agentTypes(id: string, typing: boolean): void {
    for (const push of this.#visitors.get(id)?.pages ?? []) push("typing", { typing });
  }

  /** Sends an event to every open page. */
  tellAll: Push = (name, data) => {
    for (const { pages } of this.#visitors.values()) for (const push of pages) push(name, data);
  };

  #visitor(id: string): Visitor {
    const known = this.#visitors.get(id);
    if (known) return known;
    const visitor = { entries: new Map(), pages: new Set<Push>() };
    this.#visitors.set(id, visitor);
    for (const [other, { pages }] of this.#visitors) {
      if (this.#visitors.size <= visitorLimit) break;
      if (pages.size === 0 && other !== id) this.#visitors.delete(other);
    }
    return visitor;
  }
}
