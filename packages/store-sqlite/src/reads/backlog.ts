import type { Backlog, LaneKind } from "@parley/core";
import { kindNumber } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { WriteBehind } from "../write-behind/write-behind.ts";
import type { HeldLane } from "../lanes/held-lanes.ts";
import type { TailDeliveries } from "../write-behind/tail-deliveries.ts";

/** Among so many heads, those due first, the oldest is looked for. */
const headsRead = 1_000;

/** The one statement that reads a table through, on purpose: what waits is little, or the one thing that matters. */
const lengths = `select sum(kind = 0) as inboundLanes, sum(iif(kind = 0, waiting, 0)) as inbound,
  sum(kind = 1) as outboundLanes, sum(iif(kind = 1, waiting, 0)) as outbound,
  sum(kind = 2) as reportsLanes, sum(iif(kind = 2, waiting, 0)) as reports from lanes`;
const dueHeads = `select l.conversation, l.head, l.due, (select d.accepted_at from sequences s cross join deliveries d
    on d.position = s.position where s.conversation = l.conversation and s.sequence = l.head) as acceptedAt
  from lanes l where l.kind = +? and l.due is not null order by l.due limit ${headsRead}`;

/** Sums over no lane are null. */
type Lengths = Readonly<Record<LaneKind | `${LaneKind}Lanes`, number | null>>;

interface DueHead {
  readonly conversation: number;
  readonly head: number;
  readonly due: number;
  /** `null`: the tail tells it. */
  readonly acceptedAt: number | null;
}

/** What waits, without a write: it is asked for all the time, also of a disk that takes none. */
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
