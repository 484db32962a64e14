import { type LaneKind, laneKinds, releaseLease, repairAfterRestart } from "../model/lane.ts";
import type { Append, AppendResult } from "../ports/stores/append.ts";
import type {
  CommitBatch,
  CommitResult,
  Lease,
  LeaseBudget,
  MessageStore,
  ReleaseScope,
} from "../ports/stores/message-store.ts";
import { appendInbound } from "./lanes/append-inbound.ts";
import { appendAgain, appendOutbound } from "./lanes/append-outbound.ts";
import { appendOwner } from "./lanes/append-owner.ts";
import { meantName, withKnownNames } from "./backend-store.ts";
import type { MemoryData } from "./data.ts";
import type { LaneRow } from "./rows.ts";
import { Grants } from "./lanes/grants.ts";
import { settle } from "./lanes/settle.ts";
import { writeState } from "./state/state-rows.ts";

/** The reference `MessageStore`. Each call runs within one event-loop turn, which makes it one transaction. */
export class MemoryMessageStore implements MessageStore {
  readonly #data: MemoryData;
  readonly #isAlive: (owner: string) => boolean;

  constructor(data: MemoryData, isAlive: (owner: string) => boolean) {
    this.#data = data;
    this.#isAlive = isAlive;
  }

  async commit(given: CommitBatch, now: number, budget: LeaseBudget): Promise<CommitResult> {
    const batch = withKnownNames(this.#data, given);
    const grants = new Grants(this.#data, now, budget);
    const settlements = batch.settlements.map((settlement) =>
      settle(this.#data, grants, settlement),
    );
    const appends = batch.appends.map((append) => this.#append(grants, append));
    const states = (batch.states ?? []).map((one) => writeState(this.#data, one, now));
    return { appends, settlements, states, leases: grants.leases() };
  }

  async claim(now: number, budget: LeaseBudget): Promise<readonly Lease[]> {
    const grants = new Grants(this.#data, now, budget);
    const due = [...this.#data.lanes].filter((lane) => (lane.due ?? Infinity) <= now).sort(byDue);
    for (const lane of due) if (grants.left(lane.kind, lane.backend) > 0) grants.offer(lane);
    return grants.leases();
  }

  async release({ owner, scope }: ReleaseScope, now: number): Promise<void> {
    const isReleased = (holder: string): boolean =>
      scope === "own" ? holder === owner : holder !== owner && !this.#isAlive(holder);
    for (const lane of this.#data.lanes) {
      if (lane.lease === null) {
        if (scope === "dead") repair(lane, now);
      } else if (isReleased(lane.lease.owner)) {
        lane.lease = null;
        Object.assign(lane, releaseLease(lane.kind, lane, now));
      }
    }
  }

  async nextDueAt(name?: string): Promise<Readonly<Record<LaneKind, number | null>>> {
    const of = meantName(this.#data, name);
    const next: Record<LaneKind, number | null> = {
      inbound: null,
      outbound: null,
      reports: null,
      notices: null,
    };
    for (const { kind, backend, due } of this.#data.lanes) {
      if (due !== null && (backend ?? of) === of) next[kind] = Math.min(next[kind] ?? due, due);
    }
    return next;
  }

  #append(grants: Grants, append: Append): AppendResult {
    switch (append.kind) {
      case "inbound":
        return appendInbound(this.#data, grants, append);
      case "outbound":
        return appendOutbound(this.#data, grants, append);
      case "again":
        return appendAgain(this.#data, grants, append);
      case "owner":
        return appendOwner(this.#data, grants, append);
    }
  }
}

/** By kind, then the earliest `due` first; at equal instants the older conversation is first. */
function byDue(a: LaneRow, b: LaneRow): number {
  return (
    laneKinds.indexOf(a.kind) - laneKinds.indexOf(b.kind) ||
    (a.due ?? 0) - (b.due ?? 0) ||
    a.conversation.number - b.conversation.number
  );
}

function repair(lane: LaneRow, now: number): void {
  const { kind, attempt, startedAt, due, pausedSince } = lane;
  if (due === null) return;
  const progress = { attempt, startedAt, due, pausedSince };
  Object.assign(lane, repairAfterRestart(kind, progress, now));
}
