import { orderBy } from "./tail-order.ts";

/** A delivery of the tail: its position and its keys. */
export interface TailDelivery {
  readonly position: number;
  readonly conversation: number;
  readonly sequence: number;
  /** As in its row. */
  readonly kind: number;
  readonly acceptedAt: number;
}

/** The deliveries of the tail, by conversation. `sequences` may not contain all of them yet. */
export class TailDeliveries {
  /** In order of position, and so in order of sequence within a conversation. */
  readonly #all: TailDelivery[] = [];
  readonly #byConversation = new Map<number, TailDelivery[]>();
  #doubted = 0;

  get size(): number {
    return this.#all.length;
  }

  /** `delivery` must come after all others. */
  add(delivery: TailDelivery): void {
    this.#all.push(delivery);
    const own = this.#byConversation.get(delivery.conversation);
    if (own === undefined) this.#byConversation.set(delivery.conversation, [delivery]);
    else own.push(delivery);
  }

  /**
   * Its row is deleted, or already entered in `sequences`. A rollback does not undo this mark, which then costs an
   * unneeded read.
   */
  doubt(position: number): void {
    this.#doubted = Math.max(this.#doubted, position);
  }

  /**
   * Whether no delivery after `after` was marked. A deletion that writes everything first need not mark: all entries
   * exist by then.
   */
  isSure(after: number): boolean {
    return this.#doubted <= after;
  }

  find(conversation: number, sequence: number): TailDelivery | undefined {
    const own = this.#byConversation.get(conversation) ?? [];
    const found = own[countTo(own, sequence - 1, sequenceOf)];
    return found?.sequence === sequence ? found : undefined;
  }

  /** The lane's first delivery after `sequence`. */
  next(conversation: number, kind: number, sequence: number): TailDelivery | undefined {
    const own = this.#byConversation.get(conversation) ?? [];
    for (let index = countTo(own, sequence, sequenceOf); index < own.length; index += 1)
      if (own[index]?.kind === kind) return own[index];
    return undefined;
  }

  /** The conversation's deliveries before `sequence`, in order. */
  before(conversation: number, sequence: number): readonly TailDelivery[] {
    const own = this.#byConversation.get(conversation) ?? [];
    return own.slice(0, countTo(own, sequence - 1, sequenceOf));
  }

  /** Deliveries after `after` up to `last`, by conversation and sequence. */
  order(after: number, last: number): readonly TailDelivery[] {
    const first = countTo(this.#all, after, placeOf);
    const some = this.#all.slice(first, countTo(this.#all, last, placeOf));
    const keys = new Float64Array(some.length);
    for (const [index, { conversation }] of some.entries()) keys[index] = conversation;
    const ordered: TailDelivery[] = [];
    for (const index of orderBy(keys)) ordered.push(some[index] as TailDelivery);
    return ordered;
  }

  /** Removes deliveries at `position` or before. */
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

  /** Removes deliveries after `position`: they were never stored. */
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

const placeOf = ({ position }: TailDelivery): number => position;
const sequenceOf = ({ sequence }: TailDelivery): number => sequence;

/** Number of entries up to `most`, by a number that rises with each. */
function countTo(
  own: readonly TailDelivery[],
  most: number,
  numberOf: (delivery: TailDelivery) => number,
): number {
  let [low, high] = [0, own.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const delivery = own[middle];
    if (delivery !== undefined && numberOf(delivery) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
