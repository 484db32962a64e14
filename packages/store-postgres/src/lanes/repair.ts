import { laneKinds, longestPauseMs } from "@parley/core";
import {
  firstBackend,
  laneNumber,
  longestAskedPauseMs,
  repairAfterRestart,
} from "@parley/core/sql-store";
import type { LaneRef } from "./lane-map.ts";
import type { Database } from "../connection/database.ts";
import { changePage, type LaneChange, lockOf, pageSize } from "./lane-pages.ts";
import type { Statement, Value } from "../statements/statement.ts";

// A paused lane may be due later than another one.
const lockUnrepaired = lockOf(
  `select conversation from lanes where kind = $1 and due > $2 and owner is null
    and (paused_since is null or due > $3) limit ${pageSize}`,
  "skip locked",
);
// Lanes furthest in the future come first. A page without one to repair is the last.
const lockFuture = lockOf(
  `select conversation from lanes where kind = $1 and due is not null and owner is null and started_at > $2
    order by started_at desc limit ${pageSize}`,
  "skip locked",
);

/** Repairs instants too far in the future, left by a clock that was set back. Works page by page. */
export async function repairLanes(database: Database, now: number): Promise<void> {
  const calledAt = performance.now();
  const lateMs = (): number => Math.ceil(performance.now() - calledAt);
  await database.backends.refresh();
  for (const lanes of kindsOf(database.backends.numbers))
    await repair(database, lanes, now, lateMs);
}

/** Every kind of lane of every backend. Outbound lanes are nobody's. */
function kindsOf(backends: readonly number[]): readonly Kind[] {
  const all = laneKinds.flatMap((kind) => backends.map((backend) => ({ kind, backend })));
  return all.filter(({ kind, backend }) => kind !== "outbound" || backend === firstBackend);
}

type Kind = Omit<LaneRef, "conversation">;

async function repair(
  database: Database,
  { kind, backend }: Kind,
  now: number,
  lateMs: () => number,
): Promise<void> {
  const mend: LaneChange = (lane) => {
    const { attempt, startedAt, due, pausedSince } = lane;
    if (lane.kind !== kind || lane.backend !== backend || due === null || lane.owner !== null)
      return null;
    const mended = repairAfterRestart(
      kind,
      { attempt, startedAt, due, pausedSince },
      now,
      lateMs(),
    );
    return mended.due === due && mended.startedAt === startedAt ? null : mended;
  };
  const number = laneNumber(kind, backend);
  const limits = [now + longestPauseMs, now + longestAskedPauseMs];
  await changeAll(database, lockUnrepaired, [number, ...limits], mend);
  if (kind === "outbound") await changeAll(database, lockFuture, [number, now], mend);
}

/** Changes pages of lanes until none is left, or all of them are locked by others. */
async function changeAll(
  database: Database,
  page: Statement,
  values: readonly Value[],
  change: LaneChange,
): Promise<void> {
  for (let count = 1; count > 0;)
    ({ count } = await database.write((session) => changePage(session, page, values, change)));
}
