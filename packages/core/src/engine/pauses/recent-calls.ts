import { backendDeadlineMs, takeoverMs } from "../../model/schedule.ts";
import type { Clock } from "../../ports/platform/clock.ts";

/** A call that was under way at an instant has ended this long after it. */
const keptMs = backendDeadlineMs + takeoverMs;

/** The newest call for each conversation, while a call of the agent app from that time may still be under way. */
export class RecentCalls {
  readonly #clock: Clock;
  /** By conversation, oldest first. */
  readonly #calls = new Map<string, { readonly calledAt: number; readonly addedAt: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(conversationId: string, calledAt: number): void {
    const now = this.#clock.now();
    this.#calls.delete(conversationId);
    this.#calls.set(conversationId, { calledAt, addedAt: now });
    for (const [id, { addedAt }] of this.#calls) {
      // The clock may have been set back.
      if (addedAt <= now && now - addedAt <= keptMs) return;
      this.#calls.delete(id);
    }
  }

  /** When the call began; `null`: there was none. */
  of(conversationId: string): number | null {
    return this.#calls.get(conversationId)?.calledAt ?? null;
  }

  /** The conversations with a call that began by then. */
  until(instant: number): readonly string[] {
    const calls = [...this.#calls];
    return calls.filter(([, { calledAt }]) => calledAt <= instant).map(([id]) => id);
  }
}
