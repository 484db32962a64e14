import { takeoverMs } from "../model/schedule.ts";
import type { AgentBackend, Receipt } from "../ports/agent-backend.ts";
import type { Clock } from "../ports/clock.ts";
import type { Lease } from "../ports/message-store.ts";
import type { Timers } from "../ports/timers.ts";
import { AttemptScope } from "./attempt-scope.ts";
import { subjectOf } from "./event-subject.ts";
import type { HeldLease } from "./lease-book.ts";
import type { Observers } from "./observers.ts";

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
  readonly #observers: Observers;
  #lastTakenAt: number | null = null;

  constructor(clock: Clock, timers: Timers, observers: Observers) {
    this.#clock = clock;
    this.#timers = timers;
    this.#observers = observers;
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
    const startedAt = this.#clock.now();
    const patienceMs = held.lease.until - takeoverMs - startedAt;
    if (patienceMs <= 0 || !held.held) return later;
    const end = await this.#ask(held, call, patienceMs);
    this.#tell(held.lease, end, startedAt);
    return end;
  }

  async #ask(
    held: HeldLease,
    call: (signal: AbortSignal) => ReturnType<AgentBackend["receive"]>,
    patienceMs: number,
  ): Promise<BackendEnd> {
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

  #tell(lease: Lease, end: BackendEnd, startedAt: number): void {
    this.#observers.notice({
      type: "attempted",
      ...subjectOf(lease),
      attempt: lease.attempt,
      outcome: end.outcome,
      startedAt,
      durationMs: this.#clock.now() - startedAt,
    });
  }
}

/** A plugin in plain JavaScript may answer anything; what is no receipt counts as a throw. */
function isReceipt(end: BackendEnd): boolean {
  return ["taken", "rejected", "later"].includes(end.outcome);
}
