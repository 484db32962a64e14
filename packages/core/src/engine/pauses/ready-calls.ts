import { backendDeadlineMs, takeoverMs } from "../../model/schedule.ts";
import type { Clock } from "../../ports/platform/clock.ts";

/** A call that began before `ready()` has ended by then. */
const keptMs = backendDeadlineMs + takeoverMs;

/** When the agent app last called `ready()` for single conversations: a pause that it answers to an earlier call is over. */
export class ReadyCalls {
  readonly #clock: Clock;
  /** By conversation, oldest first. */
  readonly #calls = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(conversationId: string): void {
    const now = this.#clock.now();
    this.#calls.delete(conversationId);
    this.#calls.set(conversationId, now);
    for (const [id, at] of this.#calls) {
      if (now - at <= keptMs) return;
      this.#calls.delete(id);
    }
  }

  isSince(conversationId: string, calledAt: number): boolean {
    return (this.#calls.get(conversationId) ?? -1) >= calledAt;
  }
}
