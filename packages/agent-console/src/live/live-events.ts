import { conversationIdOf, type LiveEvent } from "./live-event.ts";

/** A live event with its place in the order of one process's life: `<boot>-<n>`. */
export interface NumberedEvent {
  readonly id: string;
  readonly event: LiveEvent;
}

export type LiveListener = (numbered: NumberedEvent) => void;

/**
 * Everything that happens while the process lives, here or on another node, in one order, with the newest `limit` kept
 * so that a page that was cut off can catch up. The durable truth is the core's store; this only saves pages from
 * reading it again.
 */
export class LiveEvents {
  readonly #boot: string;
  readonly #limit: number;
  readonly #tellOthers: (event: LiveEvent) => void;
  readonly #overhearing = new Set<(event: LiveEvent) => void>();
  readonly #listeners = new Set<LiveListener>();
  /** `null` where one was forgotten, so that the others keep their places. */
  readonly #kept: (LiveEvent | null)[] = [];
  #count = 0;
  #onAudience: (isThere: boolean) => void = () => {};

  /** `tellOthers` hears what happens here, so that other nodes are told. */
  constructor(boot: string, limit = 1_000, tellOthers: (event: LiveEvent) => void = () => {}) {
    this.#boot = boot;
    this.#limit = limit;
    this.#tellOthers = tellOthers;
  }

  /** Id of the newest kept event. */
  get latestId(): string {
    return this.#idOf(this.#count);
  }

  /** Tells all listeners what happened here, and keeps it for those that come back. */
  publish(event: LiveEvent): void {
    this.relay(event);
    this.#tellOthers(event);
  }

  /** Tells those who listen now; whoever comes back does not hear of it. */
  mention(event: LiveEvent): void {
    this.relayMention(event);
    this.#tellOthers(event);
  }

  /** `publish` for what happened on another node. */
  relay(event: LiveEvent): void {
    this.#count += 1;
    this.#kept.push(event);
    if (this.#kept.length > this.#limit) this.#kept.shift();
    this.#tell({ id: this.latestId, event });
  }

  /** `mention` for what happened on another node. */
  relayMention(event: LiveEvent): void {
    this.#tell({ id: this.latestId, event });
  }

  /** Drops what is kept of a conversation: nobody who comes back hears of it. */
  forget(conversationId: string): void {
    for (const [index, event] of this.#kept.entries()) {
      if (event !== null && conversationIdOf(event) === conversationId) this.#kept[index] = null;
    }
  }

  /** Lets nobody who was here before go on from there: something may have been missed. */
  skip(): void {
    this.#count += 1;
    this.#kept.length = 0;
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
    if (this.#listeners.size === 1) this.#onAudience(true);
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#onAudience(false);
    };
  }

  /** Listens, too, and is no audience. Returns what ends it. */
  overhear(listener: (event: LiveEvent) => void): () => void {
    this.#overhearing.add(listener);
    return () => void this.#overhearing.delete(listener);
  }

  /** Calls back when the first comes to listen, and when the last has left; one at a time may ask. Returns what ends it. */
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
