import { type Backlog, type LaneKind, laneKinds } from "@parley/core";
import { kindNumber } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";

/** Number of heads, in order of `due`, among which the oldest is searched. */
const headsRead = 1_000;

/** Deliberately scans the whole table. Usually little waits; when much waits, this figure matters. */
const lengths = `select ${laneKinds.map(sumsOf).join()} from lanes`;
const oldest = `select min(d.accepted_at) as oldest from
    (select conversation, head from lanes where kind = +? and due is not null order by due limit ${headsRead}) l
  cross join deliveries d on d.conversation = l.conversation and d.sequence = l.head`;

/** Sums are null when there is no lane. */
type Lengths = Readonly<Record<LaneKind | `${LaneKind}Lanes`, number | null>>;

export function readBacklog(connection: Connection): Backlog {
  const sums = connection.get<Lengths>(lengths);
  const of = (kind: LaneKind): Backlog[LaneKind] => ({
    lanes: sums?.[`${kind}Lanes`] ?? 0,
    waiting: sums?.[kind] ?? 0,
    oldestAcceptedAt:
      connection.get<{ oldest: number | null }>(oldest, kindNumber(kind))?.oldest ?? null,
  });
  return {
    inbound: of("inbound"),
    outbound: of("outbound"),
    reports: of("reports"),
    notices: of("notices"),
  };
}

function sumsOf(kind: LaneKind): string {
  const isOfKind = `kind = ${kindNumber(kind)}`;
  return `sum(${isOfKind}) as ${kind}Lanes, sum(iif(${isOfKind}, waiting, 0)) as ${kind}`;
}
