import type { Backlog, LaneKind } from "@parley/core";
import { kindNumber } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { WriteBehind } from "../write-behind/write-behind.ts";
import type { HeldLane } from "../lanes/held-lanes.ts";
import type { TailDeliveries } from "../write-behind/tail-deliveries.ts";

/** Number of heads, in order of `due`, among which the oldest is searched. */
const headsRead = 1_000;

/** Deliberately scans the whole table. Usually little waits; when much waits, this figure matters. */
const lengths = `select sum(kind = 0) as inboundLanes, sum(iif(kind = 0, waiting, 0)) as inbound,
  sum(kind = 1) as outboundLanes, sum(iif(kind = 1, waiting, 0)) as outbound,
  sum(kind = 2) as reportsLanes, sum(iif(kind = 2, waiting, 0)) as reports from lanes`;
const dueHeads = `select l.conversation, l.head, l.due, (select d.accepted_at from sequences s cross join deliveries d
    on d.position = s.position where s.conversation = l.conversation and s.sequence = l.head) as acceptedAt
  from lanes l where l.kind = +? and l.due is not null order by l.due limit ${headsRead}`;

/** Sums are null when there is no lane. */
type Lengths = Readonly<Record<LaneKind | `${LaneKind}Lanes`, number | null>>;

interface DueHead {
  readonly conversation: number;
  readonly head: number;
  readonly due: number;
  /** `null`: the value is in the tail. */
  readonly acceptedAt: number | null;
}

/** Reads the backlog without a write: it is read often, also on a disk that accepts no writes. */
export function readBacklog(
  connection: Connection,
  { lanes, longer, deliveries }: WriteBehind,
): Backlog {
  const sums = connection.get<Lengths>(lengths);
  const of = (kind: LaneKind): Backlog[LaneKind] => {
    const held = [...lanes.all()].filter((lane) => lane.kind === kind);
    return {
      lanes: (sums?.[`${kind}Lanes`] ?? 0) + held.length,
      waiting: held.reduce(
        (sum, { waiting }) => sum + waiting,
        (sums?.[kind] ?? 0) + longer.sum(kind),
      ),
      oldestAcceptedAt: oldestOf(
        [...connection.all<DueHead>(dueHeads, kindNumber(kind)), ...held.flatMap(dueHeadOf)],
        deliveries,
      ),
    };
  };
  return { inbound: of("inbound"), outbound: of("outbound"), reports: of("reports") };
}

function dueHeadOf({ conversation, head, due }: HeldLane): readonly DueHead[] {
  return due === null ? [] : [{ conversation, head, due, acceptedAt: null }];
}

function oldestOf(heads: readonly DueHead[], tail: TailDeliveries): number | null {
  const instants = heads
    .toSorted((one, other) => one.due - other.due)
    .slice(0, headsRead)
    .flatMap(
      (head) => head.acceptedAt ?? tail.find(head.conversation, head.head)?.acceptedAt ?? [],
    );
  return instants.length === 0 ? null : Math.min(...instants);
}
