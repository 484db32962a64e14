import type { Lane, LaneKind } from "../../model/lane.ts";
import { backendDeadlineMs, longestPauseMs } from "../../model/schedule.ts";
import type { Clock } from "../../ports/platform/clock.ts";

/** Of each kind. */
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
  /** By conversation, the longest untouched first. */
  readonly #lanes: Readonly<Record<LaneKind, Map<string, Activity>>> = {
    inbound: new Map(),
    outbound: new Map(),
    reports: new Map(),
  };
  #onIdle: (lane: Lane) => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls back whenever nothing more is known to be pending on a lane. */
  connect(onIdle: (lane: Lane) => void): void {
    this.#onIdle = onIdle;
  }

  isBusy({ kind, conversationId }: Lane): boolean {
    const activity = this.#lanes[kind].get(conversationId);
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
    const lanes = this.#lanes[lane.kind];
    if ((lanes.get(lane.conversationId)?.token ?? token) > token) return;
    lanes.delete(lane.conversationId);
    this.#onIdle(lane);
  }

  #keep({ kind, conversationId }: Lane, token: number): void {
    const lanes = this.#lanes[kind];
    const at = this.#clock.now();
    lanes.delete(conversationId);
    if (lanes.size >= trackedLimit) forgetStale(lanes, at);
    if (lanes.size < trackedLimit) lanes.set(conversationId, { token, at });
  }
}

function forgetStale(lanes: Map<string, Activity>, now: number): void {
  for (const [conversationId, { at }] of lanes) {
    if (now - at < staleMs) return;
    lanes.delete(conversationId);
  }
}
