import { takeoverMs } from "../model/schedule.ts";
import type { AgentBackend, Receipt } from "../ports/agent-backend.ts";
import type { Clock } from "../ports/clock.ts";
import type { Timers } from "../ports/timers.ts";
import { AttemptScope } from "./attempt-scope.ts";
import type { HeldLease } from "./lease-book.ts";

/** How a call to the backend ended. `later`: it threw, was silent, or its lease was dropped. */
export type BackendEnd = Receipt | { readonly outcome: "later" };

const later: BackendEnd = Object.freeze({ outcome: "later" });

/**
 * Calls one method of the backend under the lease's deadline, and knows when that last took anything: what takes
 * reports may choke on messages.
 */
export class BackendCaller {
  readonly #clock: Clock;
  readonly #timers: Timers;
  #lastTakenAt: number | null = null;

  constructor(clock: Clock, timers: Timers) {
    this.#clock = clock;
    this.#timers = timers;
  }

  get lastTakenAt(): number | null {
    return this.#lastTakenAt;
  }

  /**
   * Ends by the deadline, or when the lease is dropped, even if `call` never does. Under a lease that is over already
   * nothing is called: another node may have the lane, and be further.
   */
  async ask(
    held: HeldLease,
    call: (signal: AbortSignal) => ReturnType<AgentBackend["receive"]>,
  ): Promise<BackendEnd> {
    const patienceMs = held.lease.until - takeoverMs - this.#clock.now();
    if (patienceMs <= 0 || !held.held) return later;
    const scope = new AttemptScope(held.signal, this.#timers, patienceMs);
    try {
      const asked = Promise.resolve().then(() => call(scope.signal));
      const end = await Promise.race([asked, scope.ended.then(() => later)]);
      if (!isReceipt(end)) return later;
      if (end.outcome === "taken") this.#lastTakenAt = this.#clock.now();
      return end;
    } catch {
      return later;
    } finally {
      scope.close();
    }
  }
}

/** A plugin in plain JavaScript may answer anything; what is no receipt counts as a throw. */
function isReceipt(end: BackendEnd): boolean {
  return ["taken", "rejected", "later"].includes(end.outcome);
}
