import {
  type Append,
  type AppendResult,
  type CommitBatch,
  type CommitResult,
  defaultBackend,
  type LaneKind,
  laneKinds,
  type Lease,
  type LeaseBudget,
  type MessageStore,
  type ReleaseScope,
  type WriteAnswer,
} from "@parley/core";
import { firstBackend, laneNumber, withCurrentNames } from "@parley/core/sql-store";
import { appendAgain } from "./lanes/append-again.ts";
import { appendInbound } from "./lanes/append-inbound.ts";
import { appendOutbound } from "./lanes/append-outbound.ts";
import { appendOwner } from "./lanes/append-owner.ts";
import type { Connection } from "./connection/connection.ts";
import type { Database } from "./connection/database.ts";
import { findLanes, type LaneRow, updateLane } from "./lanes/lane-rows.ts";
import { headOf } from "./rows/delivery-rows.ts";
import { beginWork, type Work } from "./lanes/work.ts";
import { release } from "./lanes/release.ts";
import { settle } from "./lanes/settle.ts";
import { writeBatch } from "./state/write-batch.ts";
import { probe } from "./connection/transaction.ts";

/**
 * `MessageStore` on SQLite: one durable transaction per call. Its own failures are `store-failed`,
 * retryable.
 */
export class SqliteMessageStore implements MessageStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async commit(batch: CommitBatch, now: number, budget: LeaseBudget): Promise<CommitResult> {
    return this.#work(now, budget, (work) => {
      // Not by `map`: see `Grants.leases`.
      const settlements: CommitResult["settlements"][number][] = [];
      for (const settlement of batch.settlements) settlements.push(settle(work, settlement));
      const appends: AppendResult[] = [];
      for (const append of batch.appends) appends.push(appendOne(work, append));
      const states: WriteAnswer[] = [];
      for (const one of batch.states ?? []) states.push(writeBatch(work.connection, one, now));
      // A batch of a plugin that is refused writes nothing either.
      if (settlements.length + appends.length === 0) probe(work.connection);
      return { appends, settlements, states, leases: work.grants.leases(work.conversations) };
    });
  }

  async claim(now: number, budget: LeaseBudget): Promise<readonly Lease[]> {
    return this.#work(now, budget, (work) => {
      for (const kind of laneKinds) {
        const backends = kind === "outbound" ? [firstBackend] : [...work.grants.backends];
        const due = backends.flatMap((backend) => dueLanes(work, kind, backend));
        claimLanes(work, due.toSorted(inOrder));
      }
      return work.grants.leases(work.conversations);
    });
  }

  async release(whose: ReleaseScope, now: number): Promise<void> {
    this.#database.write((connection) => release(connection, whose, now));
  }

  async nextDueAt(name = defaultBackend): Promise<Readonly<Record<LaneKind, number | null>>> {
    return this.#database.read((connection) => {
      const backend = connection.backends.find(name);
      return {
        inbound: nextDue(connection, "inbound", backend),
        outbound: nextDue(connection, "outbound", firstBackend),
        reports: nextDue(connection, "reports", backend),
        notices: nextDue(connection, "notices", backend),
      };
    });
  }

  #work<Result>(now: number, budget: LeaseBudget, run: (work: Work) => Result): Result {
    return this.#database.commit((connection, memory) => {
      const work = beginWork(connection, memory, now, budget);
      const result = run(work);
      work.conversations.save();
      return result;
    });
  }
}

/** @throws Error for the name of a backend that was not opened, even where it decides nothing */
function appendOne(work: Work, given: Append): AppendResult {
  const append = withCurrentNames(given, work.connection.backends.currentName);
  switch (append.kind) {
    case "inbound":
      return appendInbound(work, append);
    case "outbound":
      return appendOutbound(work, append);
    case "again":
      return appendAgain(work, append);
    case "owner":
      return appendOwner(work, append);
  }
}

/** The first due lanes, as many as the budget allows. */
function dueLanes(
  { connection, grants }: Work,
  kind: LaneKind,
  backend: number,
): readonly LaneRow[] {
  const left = grants.left(kind, backend);
  if (left === 0) return [];
  const condition = "kind = +? and due <= +? order by due, conversation limit +?";
  return findLanes(connection, condition, laneNumber(kind, backend), grants.now, left);
}

/** Lanes of two numbers of one backend may be more than its budget. */
function claimLanes({ connection, grants }: Work, lanes: readonly LaneRow[]): void {
  for (const lane of lanes) {
    if (grants.left(lane.kind, lane.backend) === 0) continue;
    grants.offer(lane, () => headOf(connection, lane));
    updateLane(connection, lane);
  }
}

/** The earliest `due` first, then the older conversation. */
function inOrder(a: LaneRow, b: LaneRow): number {
  return (a.due ?? 0) - (b.due ?? 0) || a.conversation - b.conversation;
}

function nextDue(
  connection: Connection,
  kind: LaneKind,
  backend: number | undefined,
): number | null {
  if (backend === undefined) return null;
  const sql = "select min(due) as due from lanes where kind = +? and due is not null";
  const number = laneNumber(kind, backend);
  return connection.get<{ due: number | null }>(sql, number)?.due ?? null;
}
