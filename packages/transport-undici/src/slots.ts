interface Waiter {
  readonly enter: () => void;
}

interface Origin {
  taken: number;
  readonly waiting: Waiter[];
}

/** How many requests an origin may have under way; who comes later waits in order, until its own signal. */
export class Slots {
  readonly #limit: number;
  readonly #origins = new Map<string, Origin>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Takes a slot. The returned function gives it back, once.
   * @throws the signal's reason when it is aborted first
   */
  async take(name: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const origin = this.#origins.get(name) ?? { taken: 0, waiting: [] };
    this.#origins.set(name, origin);
    if (origin.taken < this.#limit) {
      origin.taken += 1;
    } else {
      await turnOf(origin, signal);
    }
    return () => this.#giveBack(name, origin);
  }

  #giveBack(name: string, origin: Origin): void {
    const next = origin.waiting.shift();
    if (next) {
      next.enter();
      return;
    }
    origin.taken -= 1;
    if (origin.taken === 0) {
      this.#origins.delete(name);
    }
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
