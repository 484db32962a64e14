import { type BackendPause, defaultBackend } from "../model/backend-pause.ts";
import { laneKinds, resumedLane } from "../model/lane.ts";
import type { PausedLane, PauseStore, ResumedLanes } from "../ports/stores/pause-store.ts";
import { meantName } from "./backend-store.ts";
import type { MemoryData } from "./data.ts";
import type { LaneRow } from "./rows.ts";

/** The reference `PauseStore`. */
export class MemoryPauseStore implements PauseStore {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async pauses(): Promise<readonly BackendPause[]> {
    return [...this.#data.pauses.values()];
  }

  async save(pause: BackendPause): Promise<boolean> {
    const { backend, revision } = pause;
    if ((this.#data.pauses.get(backend)?.revision ?? 0) !== revision - 1) return false;
    this.#data.pauses.set(backend, pause);
    return true;
  }

  async resume(which: ResumedLanes, now: number): Promise<number> {
    const backend = meantName(this.#data, which.backend);
    const lanes =
      "limit" in which
        ? this.#waiting(backend, now).slice(0, which.limit)
        : this.#lanesOf(backend, which.conversationId);
    for (const lane of lanes) {
      Object.assign(lane, resumedLane(lane, now));
      if ("conversationId" in which) lane.due = 0;
    }
    return lanes.length;
  }

  async longestPaused(limit: number): Promise<readonly PausedLane[]> {
    return this.#paused()
      .slice(0, limit)
      .map(({ kind, backend, conversation, queue, ownerChange, pausedSince }) => ({
        lane: { kind, conversationId: conversation.current.id },
        backend: backend ?? defaultBackend,
        sequence: ownerChange === null ? (queue[0]?.sequence ?? 0) : 0,
        since: pausedSince ?? 0,
      }));
  }

  #waiting(of: string, now: number): readonly LaneRow[] {
    return this.#paused().filter(
      ({ backend, lease, due }) => backend === of && lease === null && due !== null && due > now,
    );
  }

  #lanesOf(of: string, conversationId: string): readonly LaneRow[] {
    const lanes = [...(this.#data.conversations.get(conversationId)?.lanes ?? [])];
    return lanes.filter(({ backend, lease }) => backend === of && lease === null);
  }

  #paused(): readonly LaneRow[] {
    const numberOf = ({ backend }: LaneRow) => this.#data.backends.indexOf(backend ?? "");
    return [...this.#data.lanes]
      .filter(({ pausedSince }) => pausedSince !== null)
      .sort(
        (a, b) =>
          (a.pausedSince ?? 0) - (b.pausedSince ?? 0) ||
          a.conversation.number - b.conversation.number ||
          numberOf(a) - numberOf(b) ||
          laneKinds.indexOf(a.kind) - laneKinds.indexOf(b.kind),
      );
  }
}
