import type { LastingPause, Pauses } from "../../ports/services/pauses.ts";
import type { PausedLane, PauseStore } from "../../ports/stores/pause-store.ts";
import type { BackendPauses } from "./backend-pauses.ts";

/** The pauses of all backends of this node. */
export class AllPauses implements Pauses {
  readonly #store: PauseStore;
  readonly #backends: ReadonlyMap<string, BackendPauses>;
  readonly #all: readonly BackendPauses[];

  /** `backends`: by name, and by the names of those whose lanes they take */
  constructor(store: PauseStore, backends: ReadonlyMap<string, BackendPauses>) {
    this.#store = store;
    this.#backends = backends;
    this.#all = [...new Set(backends.values())];
  }

  /** @throws Error when there is no such backend */
  of(backend: string): BackendPauses {
    const pauses = this.#backends.get(backend);
    if (pauses === undefined) throw new Error(`there is no backend ${backend}`);
    return pauses;
  }

  /** The pauses of some of them. */
  only(backends: readonly string[]): Pauses {
    return {
      lasting: () => backends.flatMap((backend) => this.of(backend).lasting()),
      longestPaused: async (limit) => {
        const all = await this.longestPaused(limit);
        return all.filter(({ backend }) => backends.includes(backend));
      },
    };
  }

  lasting(): readonly LastingPause[] {
    return this.#all.flatMap((pauses) => pauses.lasting());
  }

  longestPaused(limit: number): Promise<readonly PausedLane[]> {
    return this.#store.longestPaused(limit);
  }

  /** @param onChange an agent app may be offered more @throws the store's error */
  async start(onChange: () => void): Promise<void> {
    for (const pauses of this.#all) await pauses.start(onChange);
  }

  /** As `BackendPauses.stop`. */
  async stop(timeoutMs: number): Promise<void> {
    await Promise.all(this.#all.map((pauses) => pauses.stop(timeoutMs)));
  }
}
