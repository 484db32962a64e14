import { type Backlog, type LaneKind, laneKinds } from "@parley/core";
import { firstBackend, laneNumber } from "@parley/core/sql-store";
import { allBackends, type BackendRow } from "../backends/backend-numbers.ts";
import type { Connection } from "../connection/connection.ts";

/** Number of heads, in order of `due`, among which the oldest is searched. */
const headsRead = 1_000;

/** Deliberately scans the whole table. Usually little waits; when much waits, this figure matters. */
const lengths = `select ${laneKinds.map(sumsOf).join()} from lanes`;
/** Of one lane number behind the first backend's. Its lanes are never parked, so the index of due lanes has them all. */
const lengthsOf =
  "select count(*) as lanes, sum(waiting) as waiting from lanes where kind = +? and due is not null";
const oldest = `select min(d.accepted_at) as oldest from
    (select conversation, head from lanes where kind = +? and due is not null order by due limit ${headsRead}) l
  cross join deliveries d on d.conversation = l.conversation and d.sequence = l.head`;

/** Sums are null when there is no lane. */
type Lengths = Readonly<Record<LaneKind | `${LaneKind}Lanes`, number | null>>;
type OfBackend = Backlog["backends"][string];
type BackendLaneKind = keyof OfBackend;
type LaneBacklog = OfBackend[BackendLaneKind];

export function readBacklog(connection: Connection): Backlog {
  const sums = connection.get<Lengths>(lengths);
  const of = (kind: LaneKind): LaneBacklog => ({
    lanes: sums?.[`${kind}Lanes`] ?? 0,
    waiting: sums?.[kind] ?? 0,
    oldestAcceptedAt: oldestOn(connection, laneNumber(kind, firstBackend)),
  });
  const first = { inbound: of("inbound"), reports: of("reports"), notices: of("notices") };
  const backends = connection.all<BackendRow>(allBackends).flatMap(({ number, name }) => {
    const own = number === firstBackend ? first : ofBackend(connection, number);
    return hasLanes(own) ? [[name, own] as const] : [];
  });
  const all = backends.map(([, own]) => own);
  return {
    inbound: sumOf(all.map(({ inbound }) => inbound)),
    outbound: of("outbound"),
    reports: sumOf(all.map(({ reports }) => reports)),
    notices: sumOf(all.map(({ notices }) => notices)),
    backends: Object.fromEntries(backends),
  };
}

function ofBackend(connection: Connection, backend: number): OfBackend {
  const of = (kind: BackendLaneKind): LaneBacklog => {
    const number = laneNumber(kind, backend);
    const length = connection.get<{ lanes: number; waiting: number | null }>(lengthsOf, number);
    const oldestAcceptedAt = oldestOn(connection, number);
    return { lanes: length?.lanes ?? 0, waiting: length?.waiting ?? 0, oldestAcceptedAt };
  };
  return { inbound: of("inbound"), reports: of("reports"), notices: of("notices") };
}

function oldestOn(connection: Connection, lane: number): number | null {
  return connection.get<{ oldest: number | null }>(oldest, lane)?.oldest ?? null;
}

function hasLanes({ inbound, reports, notices }: OfBackend): boolean {
  return inbound.lanes + reports.lanes + notices.lanes > 0;
}

function sumOf(all: readonly LaneBacklog[]): LaneBacklog {
  const instants = all.flatMap(({ oldestAcceptedAt }) => oldestAcceptedAt ?? []);
  return {
    lanes: all.reduce((sum, { lanes }) => sum + lanes, 0),
    waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
    oldestAcceptedAt: instants.length === 0 ? null : Math.min(...instants),
  };
}

function sumsOf(kind: LaneKind): string {
  const isOfKind = `kind = ${laneNumber(kind, firstBackend)}`;
  return `sum(${isOfKind}) as ${kind}Lanes, sum(iif(${isOfKind}, waiting, 0)) as ${kind}`;
}
