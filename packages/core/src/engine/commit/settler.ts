import type { Settlement } from "../../ports/stores/message-store.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { CommitQueue } from "./commit-queue.ts";
import { pacing } from "./pacing.ts";

/** How a settlement ended. `dropped`: the gateway stopped before the store took it. */
export type SettlementEnd = "settled" | "stale" | "dropped";

/**
 * Stores every verdict, even through a store outage, and even when its lease was dropped meanwhile. The fencing
 * token tells whether another node has the lane.
 * A settlement whose commit failed may be stored. It is sent again, and the answer `stale` then means that it was
 * stored.
 */
export class Settler {
  readonly #queue: CommitQueue;
  readonly #timers: Timers;
  readonly #pending = new Map<Settlement, (end: SettlementEnd) => void>();
  #round: Promise<void> | null = null;
  #closed = false;

  constructor(queue: CommitQueue, timers: Timers) {
    this.#queue = queue;
    this.#timers = timers;
  }

  /** Number of verdicts that the store has not taken yet. They are settled before anything new is claimed. */
  get owing(): number {
    return this.#pending.size;
  }

  /** Never rejects. */
  settle(settlement: Settlement): Promise<SettlementEnd> {
    return this.#queue.settle(settlement).catch(() => this.#keepPending(settlement));
  }

  /**
   * Tries every pending verdict once more, all together. If that fails although the store can write, it tries each
   * alone, so that one that can never be stored does not block the others. Never rejects.
   */
  retry(): Promise<void> {
    if (this.#pending.size === 0 || this.#closed) return Promise.resolve();
    this.#round ??= this.#tryAll().finally(() => {
      this.#round = null;
      if (this.#pending.size > 0)
        this.#timers.after(pacing.unsettledPauseMs, () => void this.retry());
    });
    return this.#round;
  }

  /** Gives up the pending verdicts. */
  close(): void {
    this.#closed = true;
    for (const resolve of this.#pending.values()) resolve("dropped");
    this.#pending.clear();
  }

  #keepPending(settlement: Settlement): SettlementEnd | Promise<SettlementEnd> {
    if (this.#closed) return "dropped";
    return new Promise((resolve) => {
      this.#pending.set(settlement, resolve);
      this.#timers.after(pacing.unsettledPauseMs, () => void this.retry());
    });
  }

  async #tryAll(): Promise<void> {
    const tries = [...this.#pending.keys()].map((one) => this.#try(one, this.#queue.settle(one)));
    await Promise.all(tries);
    if (this.#pending.size === 0 || !(await this.#queue.canWrite())) return;
    for (const one of this.#pending.keys()) await this.#try(one, this.#queue.settleAlone(one));
  }

  async #try(settlement: Settlement, answer: Promise<unknown>): Promise<void> {
    try {
      await answer;
    } catch {
      return;
    }
    this.#pending.get(settlement)?.("settled");
    this.#pending.delete(settlement);
  }
}
