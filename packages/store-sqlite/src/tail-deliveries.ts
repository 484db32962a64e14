/** Where a delivery of the tail lies, and what it is found by. */
export interface TailDelivery {
  readonly position: number;
  readonly conversation: number;
  readonly sequence: number;
  /** As in its row. */
  readonly kind: number;
  readonly acceptedAt: number;
}

/** The deliveries of the tail, by conversation: `sequences` is written when the tail is cut. */
export class TailDeliveries {
  /** By rising position, and so by rising sequence within a conversation. */
  readonly #all: TailDelivery[] = [];
  readonly #byConversation = new Map<number, TailDelivery[]>();

  get size(): number {
    return this.#all.length;
  }

  /** `delivery`: behind all before it. */
  add(delivery: TailDelivery): void {
    this.#all.push(delivery);
    const own = this.#byConversation.get(delivery.conversation);
    if (own === undefined) this.#byConversation.set(delivery.conversation, [delivery]);
    else own.push(delivery);
  }

  find(conversation: number, sequence: number): TailDelivery | undefined {
    const own = this.#byConversation.get(conversation) ?? [];
    const found = own[countTo(own, sequence - 1)];
    return found?.sequence === sequence ? found : undefined;
  }

  /** The first of a lane behind `sequence`. */
  next(conversation: number, kind: number, sequence: number): TailDelivery | undefined {
    const own = this.#byConversation.get(conversation) ?? [];
    for (let index = countTo(own, sequence); index < own.length; index += 1)
      if (own[index]?.kind === kind) return own[index];
    return undefined;
  }

  /** Of a conversation, those before `sequence`, by rising sequence. */
  before(conversation: number, sequence: number): readonly TailDelivery[] {
    const own = this.#byConversation.get(conversation) ?? [];
    return own.slice(0, countTo(own, sequence - 1));
  }

  /** Forgets those that lie at `position` or before. */
  cut(position: number): void {
    const kept = this.#all.findIndex((delivery) => delivery.position > position);
    const gone = this.#all.splice(0, kept < 0 ? this.#all.length : kept);
    for (const conversation of new Set(gone.map(({ conversation }) => conversation))) {
      const own = this.#byConversation.get(conversation) ?? [];
      const left = own.filter((delivery) => delivery.position > position);
      if (left.length > 0) this.#byConversation.set(conversation, left);
      else this.#byConversation.delete(conversation);
    }
  }

  /** Forgets those that lie behind `position`: they were never stored. */
  takeBack(position: number): void {
    for (let last = this.#all.at(-1); last && last.position > position; last = this.#all.at(-1)) {
      this.#all.pop();
      const own = this.#byConversation.get(last.conversation);
      own?.pop();
      if (own?.length === 0) this.#byConversation.delete(last.conversation);
    }
  }

  clear(): void {
    this.#all.length = 0;
    this.#byConversation.clear();
  }
}

/** How many come up to `sequence`. */
function countTo(own: readonly TailDelivery[], sequence: number): number {
  let [low, high] = [0, own.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((own[middle]?.sequence ?? 0) <= sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}
