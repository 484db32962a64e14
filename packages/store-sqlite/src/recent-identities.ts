/** What tells a client's own retry of one message of the tail. */
export interface RecentIdentity {
  readonly position: number;
  readonly conversation: number;
  readonly sequence: number;
  readonly acceptedAt: number;
  /** As in its row. */
  readonly identity: Uint8Array;
}

/** Which message of the tail has which id: the index of identities is written when the tail is cut. */
export class RecentIdentities {
  /** By what names the id on its channel; oldest first. */
  readonly #byName = new Map<string, readonly RecentIdentity[]>();
  readonly #byPosition = new Map<number, string>();

  get size(): number {
    return this.#byPosition.size;
  }

  /** Oldest first. */
  find(name: string): readonly RecentIdentity[] {
    return this.#byName.get(name) ?? [];
  }

  /** Everything that was added before lies before it. */
  add(name: string, recent: RecentIdentity): void {
    this.#byName.set(name, [...this.find(name), recent]);
    this.#byPosition.set(recent.position, name);
  }

  remove(position: number): void {
    const name = this.#byPosition.get(position);
    if (name === undefined) return;
    const left = this.find(name).filter((recent) => recent.position !== position);
    if (left.length === 0) this.#byName.delete(name);
    else this.#byName.set(name, left);
    this.#byPosition.delete(position);
  }

  clear(): void {
    this.#byName.clear();
    this.#byPosition.clear();
  }

  /** Forgets those that lie at `position` or before. */
  cut(position: number): void {
    for (const at of this.#byPosition.keys()) {
      if (at > position) return;
      this.remove(at);
    }
  }
}
