import type { Lane } from "../model/lane.ts";
import { backendDeadlineMs, longestPauseMs } from "../model/schedule.ts";
import type { Clock } from "../ports/clock.ts";

const trackedLimit = 50_000;
/** A lane that nobody has touched for longer than any pause and any attempt is no longer ours to know. */
const staleMs = longestPauseMs + 2 * backendDeadlineMs;
/** Below every token: queued, and not leased yet. */
const queuedToken = 0;

interface Activity {
  readonly token: number;
  readonly at: number;
}

/**
 * Which lanes this node knows to be busy, retries between attempts included, so that typing waits its turn. Best
 * effort: past the limit a lane counts as idle.
 */
export class LaneActivity {
  readonly #clock: Clock;
  readonly #lanes = new Map<string, Activity>();
  #onIdle: (lane: Lane) => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls back whenever nothing more is known to be pending on a lane. */
  connect(onIdle: (lane: Lane) => void): void {
    this.#onIdle = onIdle;
  }

  isBusy(lane: Lane): boolean {
    const activity = this.#lanes.get(keyOf(lane));
    return activity !== undefined && this.#clock.now() - activity.at < staleMs;
  }

  /** Something is on its way into the lane. */
  queued(lane: Lane): void {
    if (!this.isBusy(lane)) this.#keep(lane, queuedToken);
  }

  /** It did not get there. */
  refused(lane: Lane): void {
    this.over(lane, queuedToken);
  }

  carried(lane: Lane, token: number): void {
    this.#keep(lane, token);
  }

  /** The head is settled. A later token means that the next head is under way already. */
  over(lane: Lane, token: number): void {
    const key = keyOf(lane);
    if ((this.#lanes.get(key)?.token ?? token) > token) return;
    this.#lanes.delete(key);
    this.#onIdle(lane);
  }

  /** The longest untouched come first in the map. */
  #keep(lane: Lane, token: number): void {
    const key = keyOf(lane);
    const at = this.#clock.now();
    this.#lanes.delete(key);
    for (const [oldest, activity] of this.#lanes) {
      if (at - activity.at < staleMs) break;
      this.#lanes.delete(oldest);
    }
    if (this.#lanes.size < trackedLimit) this.#lanes.set(key, { token, at });
  }
}

function keyOf({ kind, conversationId }: Lane): string {
  return `${kind}:${conversationId}`;
}
