import { type LaneKind, laneKinds } from "@parley/core";
import { firstBackend, laneNumber } from "@parley/core/sql-store";
import type { Database } from "../connection/database.ts";
import { statement } from "../statements/statement.ts";

// Kinds are parameters, also in claims. So the planner ignores the index of slots, which covers one kind.
const nextDue = statement(`select
  (select min(due) from lanes where kind = $1 and due is not null) as inbound,
  (select min(due) from lanes where kind = $2 and due is not null) as outbound,
  (select min(due) from lanes where kind = $3 and due is not null) as reports,
  (select min(due) from lanes where kind = $4 and due is not null) as notices`);

/** The earliest `due` of each kind of lane. */
export type NextDue = Readonly<Record<LaneKind, number | null>>;

const nothingDue: NextDue = { inbound: null, outbound: null, reports: null, notices: null };

/** `backends`: numbers of the backend whose lanes count; without one, only outbound lanes do. */
export async function nextDueOf(database: Database, backends: readonly number[]): Promise<NextDue> {
  const numbers = backends.length === 0 ? [null] : backends;
  const rows = await Promise.all(
    numbers.map((backend) => database.read<NextDue>(nextDue, ...lanesOf(backend))),
  );
  return rows.flat().reduce(earlier, nothingDue);
}

function lanesOf(backend: number | null): readonly (number | null)[] {
  return laneKinds.map((kind) => {
    if (kind === "outbound") return laneNumber(kind, firstBackend);
    return backend === null ? null : laneNumber(kind, backend);
  });
}

function earlier(one: NextDue, other: NextDue): NextDue {
  const of = (kind: LaneKind) => earliest(one[kind], other[kind]);
  return {
    inbound: of("inbound"),
    outbound: of("outbound"),
    reports: of("reports"),
    notices: of("notices"),
  };
}

function earliest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
