/** Whose events wait while it cannot run, and are void once it has ended. */
export interface EventOwner {
  readonly name: string;
  readonly alive: boolean;
  /** Until then it cannot run. */
  readonly awakeAt: number;
}

/** Something that will happen at an instant of the run. What belongs to a node's life waits until that can run. */
export interface Event {
  at: number;
  /** Settles ties: by life first, then by order of coming. */
  readonly rank: number;
  readonly order: number;
  readonly life: EventOwner | null;
  readonly run: () => void;
  cancelled: boolean;
}

/** What is to come, earliest first: a binary heap. */
export class EventQueue {
  /** Milliseconds since the run began: the true time that no node knows exactly. */
  now = 0;
  #order = 0;
  readonly #heap: Event[] = [];
  readonly #ranks = new Map<string, number>();
  readonly #rankOf: (name: string) => number;

  /** `rankOf`: which of two lives goes first at one instant. */
  constructor(rankOf: (name: string) => number) {
    this.#rankOf = rankOf;
  }

  /** Runs `run` after `delayMs`. The returned function cancels it. */
  after(delayMs: number, life: EventOwner | null, run: () => void): () => void {
    const event: Event = {
      at: this.now + Math.max(0, delayMs),
      rank: life === null ? 0 : this.#rank(life.name),
      order: (this.#order += 1),
      life,
      run,
      cancelled: false,
    };
    this.#push(event);
    return () => {
      event.cancelled = true;
    };
  }

  /** The next event that can run now, with time moved on to it; `null` when nothing is to come. */
  next(): Event | null {
    for (let event = this.#pop(); event !== null; event = this.#pop()) {
      if (event.cancelled || event.life?.alive === false) continue;
      const awakeAt = event.life?.awakeAt ?? 0;
      if (awakeAt <= event.at) {
        this.now = event.at;
        return event;
      }
      event.at = awakeAt;
      this.#push(event);
    }
    return null;
  }

  #rank(name: string): number {
    const known = this.#ranks.get(name);
    if (known !== undefined) return known;
    const rank = this.#rankOf(name);
    this.#ranks.set(name, rank);
    return rank;
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let index = heap.length;
    for (let parent = (index - 1) >> 1; index > 0; parent = (index - 1) >> 1) {
      const above = heap[parent];
      if (above === undefined || isBefore(above, event)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = event;
  }

  #pop(): Event | null {
    const [first] = this.#heap;
    const last = this.#heap.pop();
    if (first === undefined || last === undefined) return null;
    if (this.#heap.length > 0) this.#sink(last);
    return first;
  }

  #sink(event: Event): void {
    const heap = this.#heap;
    let index = 0;
    for (;;) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      if (left === undefined) break;
      const isRight = right !== undefined && isBefore(right, left);
      const below = isRight ? right : left;
      if (isBefore(event, below)) break;
      heap[index] = below;
      index = 2 * index + (isRight ? 2 : 1);
    }
    heap[index] = event;
  }
}

function isBefore(one: Event, other: Event): boolean {
  return (one.at - other.at || one.rank - other.rank || one.order - other.order) < 0;
}
