import type { Settlement } from "../ports/message-store.ts";
import type { Timers } from "../ports/timers.ts";
import type { Committer } from "./committer.ts";
import type { HeldLease } from "./lease-book.ts";

const pauseMs = 250;

/**
 * Brings a verdict into the store, over an outage of it if need be. A settlement whose commit failed is perhaps
 * stored: it is sent again, and a stale answer then means done or taken over. Either way the lease is over.
 */
export class Settler {
  readonly #committer: Committer;
  readonly #timers: Timers;
  #owing = 0;

  constructor(committer: Committer, timers: Timers) {
    this.#committer = committer;
    this.#timers = timers;
  }

  /** Verdicts that the store has refused so far: while there are any, nothing new should be claimed. */
  get owing(): number {
    return this.#owing;
  }

  /** `dropped` when the lease was lost before its verdict was stored. */
  async settle(held: HeldLease, settlement: Settlement): Promise<"settled" | "stale" | "dropped"> {
    let owed = false;
    try {
      while (held.held) {
        try {
          return await this.#committer.settle(settlement);
        } catch {
          if (!owed) this.#owing += 1;
          owed = true;
          await new Promise<void>((resolve) => this.#timers.after(pauseMs, resolve));
        }
      }
      return "dropped";
    } finally {
      if (owed) this.#owing -= 1;
    }
  }
}
