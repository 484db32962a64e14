interface Waiter {
  readonly enter: () => void;
}

interface Origin {
  taken: number;
  readonly waiting: Waiter[];
}

/** Limits the concurrent requests of each origin. Later requests wait in order, until their signal aborts. */
export class Slots {
  readonly #limit: number;
  readonly #origins = new Map<string, Origin>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a slot at once; `false` when none is free. */
  takeFree(name: string): boolean {
    const origin = this.#originOf(name);
    if (origin.taken === this.#limit) return false;
    origin.taken += 1;
    return true;
  }

  /**
   * Takes a slot as soon as one is free.
   * @throws the signal's reason when it is aborted first
   */
  async take(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.takeFree(name)) await turnOf(this.#originOf(name), signal);
  }

  /** Call it once for every slot taken. */
  giveBack(name: string): void {
    const origin = this.#originOf(name);
    const next = origin.waiting.shift();
    if (next) next.enter();
    else if (origin.taken > 1) origin.taken -= 1;
    else this.#origins.delete(name);
  }

  #originOf(name: string): Origin {
    const known = this.#origins.get(name);
    if (known) return known;
    const origin: Origin = { taken: 0, waiting: [] };
    this.#origins.set(name, origin);
    return origin;
  }
}

function turnOf(origin: Origin, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      origin.waiting.splice(origin.waiting.indexOf(waiter), 1);
      reject(signal.reason as Error);
    };
    const enter = (): void => {
      signal.removeEventListener("abort", leave);
      resolve();
    };
    const waiter: Waiter = { enter };
    origin.waiting.push(waiter);
    signal.addEventListener("abort", leave, { once: true });
  });
}
