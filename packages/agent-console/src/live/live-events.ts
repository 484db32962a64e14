import { conversationIdOf, type LiveEvent } from "./live-event.ts";

/** A live event and its position in this process: `<boot>-<n>`. */
export interface NumberedEvent {
  readonly id: string;
  readonly event: LiveEvent;
}

export type LiveListener = (numbered: NumberedEvent) => void;

/**
 * All events of this process and of other nodes, in one order. Keeps the newest `limit` for pages that reconnect. The
 * core's store is the durable source; this only saves reading it again.
 */
export class LiveEvents {
  readonly #boot: string;
  readonly #limit: number;
  readonly #tellOthers: (event: LiveEvent) => void;
  readonly #overhearing = new Set<(event: LiveEvent) => void>();
  readonly #listeners = new Set<LiveListener>();
  /** `null` marks a forgotten event, so that the others keep their positions. */
  readonly #kept: (LiveEvent | null)[] = [];
  #count = 0;
  #onAudience: (isThere: boolean) => void = () => {};

  /** `tellOthers` receives this node's events, to send to other nodes. */
  constructor(boot: string, limit = 1_000, tellOthers: (event: LiveEvent) => void = () => {}) {
    this.#boot = boot;
    this.#limit = limit;
    this.#tellOthers = tellOthers;
  }

  /** Id of the newest event. */
  get latestId(): string {
    return this.#idOf(this.#count);
  }

  /** Sends a local event to all listeners, and keeps it for replay. */
  publish(event: LiveEvent): void {
    this.relay(event);
    this.#tellOthers(event);
  }

  /** Sends a local event to current listeners only. It is not replayed. */
  mention(event: LiveEvent): void {
    this.relayMention(event);
    this.#tellOthers(event);
  }

  /** `publish` for an event of another node. */
  relay(event: LiveEvent): void {
    this.#count += 1;
    this.#kept.push(event);
    if (this.#kept.length > this.#limit) this.#kept.shift();
    this.#tell({ id: this.latestId, event });
  }

  /** `mention` for an event of another node. */
  relayMention(event: LiveEvent): void {
    this.#tell({ id: this.latestId, event });
  }

  /** Drops a conversation's events from the replay, except those of the type `kept`. */
  forget(conversationId: string, kept: LiveEvent["type"] | null = null): void {
    for (const [index, event] of this.#kept.entries()) {
      if (event === null || event.type === kept) continue;
      if (conversationIdOf(event) === conversationId) this.#kept[index] = null;
    }
  }

  /** Makes every earlier event id invalid, since events may have been missed. */
  skip(): void {
    this.#count += 1;
    this.#kept.length = 0;
  }

  /** Events after `id`, oldest first; `null` when they are no longer complete. */
  since(id: string): readonly NumberedEvent[] | null {
    const number = this.#numberOf(id);
    const firstKept = this.#count - this.#kept.length;
    if (number === null || number > this.#count || number < firstKept) return null;
    return this.#kept
      .slice(number - firstKept)
      .flatMap((event, index) => (event ? [{ id: this.#idOf(number + index + 1), event }] : []));
  }

  /** Subscribes a page. Returns the function that unsubscribes it. */
  listen(listener: LiveListener): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#onAudience(true);
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#onAudience(false);
    };
  }

  /** Subscribes without counting as audience. Returns the function that unsubscribes. */
  overhear(listener: (event: LiveEvent) => void): () => void {
    this.#overhearing.add(listener);
    return () => void this.#overhearing.delete(listener);
  }

  /**
   * Calls back when the first page subscribes and when the last has left. One callback only. Returns the function that
   * removes it.
   */
  onAudience(callback: (isThere: boolean) => void): () => void {
    this.#onAudience = callback;
    return () => {
      this.#onAudience = () => {};
    };
  }

  #tell(numbered: NumberedEvent): void {
    for (const listener of this.#overhearing) listener(numbered.event);
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
