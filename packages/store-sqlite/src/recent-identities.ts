/** What tells a client's own retry of one message of the tail. */
export interface RecentIdentity {
  readonly position: number;
  readonly conversation: number;
  readonly sequence: number;
  readonly acceptedAt: number;
  /** As in its row. */
  readonly identity: Uint8Array;
}

/** The newest message under one id, by conversation. */
type Newest = Map<number, RecentIdentity>;

/** Under which id a message was added. */
interface Place {
  readonly name: string;
  readonly conversation: number;
}

/** Which message of the tail has which id: `identities` is written when the tail is cut. */
export class RecentIdentities {
  /** By what names the id on its channel. */
  readonly #byName = new Map<string, Newest>();
  readonly #places = new Map<number, Place>();

  /** How many messages of the tail have an id. */
  get size(): number {
    return this.#places.size;
  }

  /** Of any conversation. */
  any(name: string): RecentIdentity | undefined {
    return this.#byName.get(name)?.values().next().value;
  }

  /** The newest of a conversation. */
  own(name: string, conversation: number): RecentIdentity | undefined {
    return this.#byName.get(name)?.get(conversation);
  }

  /** @returns what takes it back, and puts in its place what was there before. */
  add(name: string, recent: RecentIdentity): () => void {
    const before = this.own(name, recent.conversation);
    this.#put(name, recent);
    return () => {
      this.#remove(recent.position);
      if (before !== undefined) this.#put(name, before);
    };
  }

  clear(): void {
    this.#byName.clear();
    this.#places.clear();
  }

  /** Forgets those that lie at `position` or before. */
  cut(position: number): void {
    for (const at of this.#places.keys()) if (at <= position) this.#remove(at);
  }

  #put(name: string, recent: RecentIdentity): void {
    const newest: Newest = this.#byName.get(name) ?? new Map();
    this.#byName.set(name, newest.set(recent.conversation, recent));
    this.#places.set(recent.position, { name, conversation: recent.conversation });
  }

  #remove(position: number): void {
    const { name = "", conversation = 0 } = this.#places.get(position) ?? {};
    const newest = this.#byName.get(name);
    this.#places.delete(position);
    if (newest?.get(conversation)?.position === position) newest.delete(conversation);
    if (newest?.size === 0) this.#byName.delete(name);
  }
}
