import { backendDeadlineMs } from "../model/schedule.ts";
import type { AgentBackend, Receipt } from "../ports/agent-backend.ts";
import type { Clock } from "../ports/clock.ts";
import type { Timers } from "../ports/timers.ts";
import type { HeldLease } from "./lease-book.ts";

/** How a call to the backend ended; `later` carries why, in words for the log. */
export type BackendEnd =
  | Receipt
  | { readonly outcome: "later"; readonly why: "threw" | "silent" | "dropped" };

/** Calls the backend under its deadline, and knows when it last took anything. */
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

  /** Ends by the deadline, or when the lease is dropped, even if `call` never does. */
  async ask(
    held: HeldLease,
    call: (signal: AbortSignal) => ReturnType<AgentBackend["receive"]>,
  ): Promise<BackendEnd> {
    const deadline = new AbortController();
    const signal = AbortSignal.any([held.signal, deadline.signal]);
    const cancel = this.#timers.after(backendDeadlineMs, () => deadline.abort());
    const cut = new Promise<BackendEnd>((resolve) => {
      const end = () => resolve({ outcome: "later", why: held.held ? "silent" : "dropped" });
      if (signal.aborted) end();
      else signal.addEventListener("abort", end, { once: true });
    });
    try {
      const end = await Promise.race([Promise.resolve().then(() => call(signal)), cut]);
      if (end.outcome === "taken") this.#lastTakenAt = this.#clock.now();
      return isReceipt(end) ? end : { outcome: "later", why: "threw" };
    } catch {
      return { outcome: "later", why: held.held ? "threw" : "dropped" };
    } finally {
      cancel();
    }
  }
}

/** A plugin in plain JavaScript may answer anything; what is no receipt counts as a throw. */
function isReceipt(end: BackendEnd): boolean {
  return ["taken", "rejected", "later"].includes(end.outcome);
}
