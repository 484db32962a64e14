import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";

/** A commit of this many items gains little by waiting for more, so it starts at once. */
const fullSize = 100;
/** The same for a store in this process, where the late items are settlements. */
const fullSizeInProcess = 400;
/** After a commit of fewer items hardly any caller is about to send more, so the next commit does not wait. */
const busySize = 16;
/** A commit that takes longer shows that the store is busy or far away. */
const usualCommitMs = 5;
const longestWaitMs = 6;
/** A commit in this process waits at most this many event-loop turns, as long as each turn brings more items. */
const turnLimit = 16;

interface PacePorts {
  readonly clock: Clock;
  readonly timers: Timers;
}

/**
 * Decides when the next commit starts. Fewer and larger commits cost less per item.
 *
 * A store in this process blocks the event loop during a commit. Input that arrived meanwhile is then read over
 * several turns. While each turn brings more items, the commit waits for the next turn. Under load every sender is
 * waiting by then, and the late items are settlements. So deliveries keep pace with acceptances as long as this
 * process is the bottleneck.
 *
 * With a remote store, a caller that was answered by one commit has its next item ready for the next commit but
 * one. So half of the callers always wait for the other half. While the store is busy, for example with other
 * nodes' commits, the next commit waits for the late half.
 */
export class CommitPace {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #isRemote: boolean;
  #restMs = 0;
  #endedAt = Number.NEGATIVE_INFINITY;
  #startNow: (() => void) | null = null;

  constructor({ clock, timers }: PacePorts, isRemote: boolean) {
    this.#clock = clock;
    this.#timers = timers;
    this.#isRemote = isRemote;
  }

  /** Records the end of a commit of `items` items. `tookMs` may be wrong when the clock was set meanwhile. */
  ended(items: number, tookMs: number): void {
    const isBusy = this.#isRemote && items >= busySize;
    this.#restMs = isBusy ? Math.min(longestWaitMs, Math.max(0, tookMs - usualCommitMs)) : 0;
    this.#endedAt = this.#clock.now();
  }

  /** Resolves when the next commit should start. `items` returns its current size. */
  async ready(items: () => number): Promise<void> {
    if (this.#isRemote) await this.#rested(items());
    else await this.#collected(items);
  }

  async #collected(items: () => number): Promise<void> {
    const from = this.#clock.now();
    let before = 0;
    for (let turn = 0; turn < turnLimit && this.#clock.now() - from < longestWaitMs; turn += 1) {
      const now = items();
      if (now === before || now >= fullSizeInProcess) return;
      before = now;
      await new Promise<void>((resolve) => this.#timers.soon(resolve));
    }
  }

  async #rested(items: number): Promise<void> {
    const sinceMs = this.#clock.now() - this.#endedAt;
    if (items >= fullSize || sinceMs < 0 || sinceMs >= this.#restMs) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#timers.after(this.#restMs - sinceMs, resolve);
      this.#startNow = () => {
        cancel();
        resolve();
      };
    });
    this.#startNow = null;
  }

  /** Tells that the next commit holds `items` items now. */
  grown(items: number): void {
    if (items >= fullSize) this.#startNow?.();
  }
}
