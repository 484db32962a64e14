import { conversationIdOf, type LiveEvent } from "./live-event.ts";

/** A live event with its place in the order of one process's life: `<boot>-<n>`. */
export interface NumberedEvent {
  readonly id: string;
  readonly event: LiveEvent;
}

export type LiveListener = (numbered: NumberedEvent) => void;

/**
 * Everything that happens while the process lives, in one order, with the newest `limit` kept so that a page that was
 * cut off can catch up. The durable truth is the core's store; this only saves pages from reading it again.
 */
export class LiveEvents {
  readonly #boot: string;
  readonly #limit: number;
  readonly #listeners = new Set<LiveListener>();
  /** `null` where one was forgotten, so that the others keep their places. */
  readonly #kept: (LiveEvent | null)[] = [];
  #count = 0;

  constructor(boot: string, limit = 1_000) {
    this.#boot = boot;
    this.#limit = limit;
  }

  /** Id of the newest kept event. */
  get latestId(): string {
    return this.#idOf(this.#count);
  }

  /** Tells all listeners, and keeps the event for those that come back. */
  publish(event: LiveEvent): void {
    this.#count += 1;
    this.#kept.push(event);
    if (this.#kept.length > this.#limit) this.#kept.shift();
    this.#tell({ id: this.latestId, event });
  }

  /** Tells those who listen now; whoever comes back does not hear of it. */
  mention(event: LiveEvent): void {
    this.#tell({ id: this.latestId, event });
  }

  /** Drops what is kept of a conversation: nobody who comes back hears of it. */
  forget(conversationId: string): void {
    for (const [index, event] of this.#kept.entries()) {
      if (event !== null && conversationIdOf(event) === conversationId) this.#kept[index] = null;
    }
  }

  /** What was published after `id`, oldest first; `null` when that cannot be said any more. */
  since(id: string): readonly NumberedEvent[] | null {
    const number = this.#numberOf(id);
    const firstKept = this.#count - this.#kept.length;
    if (number === null || number > this.#count || number < firstKept) return null;
    return this.#kept
      .slice(number - firstKept)
      .flatMap((event, index) => (event ? [{ id: this.#idOf(number + index + 1), event }] : []));
  }

  /** Returns what ends the listening. */
  listen(listener: LiveListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(numbered: NumberedEvent): void {
    for (const listener of this.#listeners) listener(numbered);
  }

  #idOf(number: number): string {
    return `${this.#boot}-${number}`;
  }

  #numberOf(id: string): number | null {
    const prefix = `${this.#boot}-`;
    const digits = id.startsWith(prefix) ? id.slice(prefix.length) : "";
    return /^(0|[1-9]\d{0,14})$/.test(digits) ? Number(digits) : null;
  }
}
