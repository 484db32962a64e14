import type { Lane, LaneKind } from "../../model/lane.ts";
import { backendDeadlineMs, longestPauseMs } from "../../model/schedule.ts";
import type { Clock } from "../../ports/platform/clock.ts";

/** Maximum number of lanes of each kind. */
const trackedLimit = 50_000;
/** Longer than any pause and any attempt: a lane without activity for this long counts as idle. */
const staleMs = longestPauseMs + 2 * backendDeadlineMs;
/** Lower than every lease's token: the lane's message is queued and not leased yet. */
const queuedToken = 0;

interface Activity {
  readonly token: number;
  readonly at: number;
}

/**
 * The lanes that this node knows to be busy, also between the attempts of a retry. Typing on a busy lane waits.
 * Best effort: past the limit a lane counts as idle.
 */
export class LaneActivity {
  readonly #clock: Clock;
  /** Keyed by conversation; the least recently used first. */
  readonly #lanes: Readonly<Record<LaneKind, Map<string, Activity>>> = {
    inbound: new Map(),
    outbound: new Map(),
    reports: new Map(),
    notices: new Map(),
  };
  readonly #onIdle = new Map<LaneKind, (conversationId: string) => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sets the callback for lanes of a kind on which this node knows of nothing pending any more. */
  listen(kind: LaneKind, onIdle: (conversationId: string) => void): void {
    this.#onIdle.set(kind, onIdle);
  }

  isBusy({ kind, conversationId }: Lane): boolean {
    const activity = this.#lanes[kind].get(conversationId);
    return activity !== undefined && this.#clock.now() - activity.at < staleMs;
  }

  /** A message is about to be appended to the lane. */
  queued(lane: Lane): void {
    if (!this.isBusy(lane)) this.#keep(lane, queuedToken);
  }

  /** The message was not appended. */
  refused(lane: Lane): void {
    this.over(lane, queuedToken);
  }

  carried(lane: Lane, token: number): void {
    this.#keep(lane, token);
  }

  /** The head is settled. A later token means that the next head is already in delivery. */
  over(lane: Lane, token: number): void {
    const lanes = this.#lanes[lane.kind];
    if ((lanes.get(lane.conversationId)?.token ?? token) > token) return;
    lanes.delete(lane.conversationId);
    this.#onIdle.get(lane.kind)?.(lane.conversationId);
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
