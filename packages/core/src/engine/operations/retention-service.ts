import type { Clock } from "../../ports/platform/clock.ts";
import type { Purged, PurgeOptions, Retention } from "../../ports/services/retention.ts";
import type { RetentionStore } from "../../ports/stores/retention-store.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { ErasureAnnouncer } from "./erasure-announcer.ts";

/** After a longer step the next one is half as large, so that other work never waits long. */
const stepMs = 25;
const mostConversations = 100;

interface RetentionPorts {
  readonly store: RetentionStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly erasures: Pick<ErasureAnnouncer, "wake">;
}

/** Deletes old conversations and messages in small steps. */
export class RetentionService implements Retention {
  readonly #store: RetentionStore;
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #erasures: Pick<ErasureAnnouncer, "wake">;

  constructor({ store, clock, timers, erasures }: RetentionPorts) {
    this.#store = store;
    this.#clock = clock;
    this.#timers = timers;
    this.#erasures = erasures;
  }

  async purge(before: number, { signal, onStep }: PurgeOptions = {}): Promise<Purged> {
    const purged = { conversations: 0, messages: 0 };
    let cursor: string | null = null;
    let limit = mostConversations;
    for (;;) {
      if (signal?.aborted === true) return purged;
      const startedAt = this.#clock.now();
      const step = await this.#store.purge(before, cursor, limit);
      limit = nextLimit(limit, this.#clock.now() - startedAt);
      purged.conversations += step.conversations;
      purged.messages += step.messages;
      if (step.conversations > 0) this.#erasures.wake();
      onStep?.({ ...purged });
      cursor = step.next;
      if (cursor === null) return purged;
      await new Promise<void>((resolve) => this.#timers.soon(resolve));
    }
  }
}

function nextLimit(limit: number, tookMs: number): number {
  return tookMs > stepMs
    ? Math.max(1, Math.floor(limit / 2))
    : Math.min(mostConversations, limit * 2);
}
