/** The owner of events. They wait while it cannot run, and are dropped after its end. */
export interface EventOwner {
  readonly name: string;
  readonly alive: boolean;
  /** It cannot run before this instant. */
  readonly awakeAt: number;
}

/** An event at an instant of the run. An event with an owner waits until the owner can run. */
export interface Event {
  at: number;
  /** Decides between events of one instant: by owner, then by `order`. */
  readonly rank: number;
  readonly order: number;
  readonly life: EventOwner | null;
  readonly run: () => void;
  cancelled: boolean;
}

/** The future events, earliest first, in a binary heap. */
export class EventQueue {
  /** Milliseconds since the run began: the true time, which no node knows exactly. */
  now = 0;
  #order = 0;
  readonly #heap: Event[] = [];
  readonly #ranks = new Map<string, number>();
  readonly #rankOf: (name: string) => number;

  /** `rankOf`: the order of owners at one instant. */
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

  /** Moves time to the next event and returns it; `null` when there is none. */
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
