import { type LaneKind, laneKinds, type Lease, type LeaseBudget } from "@parley/core";
import {
  type ConversationColumns,
  conversationColumns,
  ConversationRows,
  rowOf,
} from "./conversation-rows.ts";
import { DeliveryRows } from "./delivery-rows.ts";
import { Grants } from "./grants.ts";
import type { KnownConversations } from "./known-conversations.ts";
import { loadDueLanes } from "./lane-load.ts";
import { kindNumber, type LaneRow, LaneRows, leaseWrite } from "./lane-rows.ts";
import type { Session } from "./session.ts";
import { statement } from "./statement.ts";
import { Tokens } from "./tokens.ts";

const candidatesOf = (kind: string, limit: string): string =>
  `(select conversation from lanes where kind = ${kind} and due is not null and due <= $1
    order by due, conversation limit ${limit})`;
// A fixed set of candidates; those that somebody else is at are left to them.
const lockDue = statement(`with candidates as materialized (
    ${candidatesOf("$2", "$5")} union ${candidatesOf("$3", "$6")} union ${candidatesOf("$4", "$7")})
  select ${conversationColumns} where c.conversation in (select conversation from candidates)
  order by c.conversation for no key update of c skip locked`);

/** Leases lane heads that are due, oldest `due` first per kind. Locks first, then reads: see `beginWork`. */
export async function claim(
  session: Session,
  now: number,
  budget: LeaseBudget,
  known: KnownConversations,
): Promise<readonly Lease[]> {
  const conversations = new ConversationRows();
  const lanes = new LaneRows();
  const tokens = new Tokens();
  const deliveries = new DeliveryRows();
  const limits = laneKinds.map((kind) => limitOf(budget[kind]));
  const locked = await session.rows<ConversationColumns>(
    lockDue,
    now,
    ...laneKinds.map(kindNumber),
    ...limits,
  );
  // Whoever is leased is settled soon.
  for (const columns of locked) known.lease(conversations.show(rowOf(columns)));
  if (locked.length === 0) return [];
  await loadDueLanes(session, { lanes, deliveries, tokens }, conversations.numbers(), now);
  const due = laneKinds.flatMap((kind) => dueOf(lanes, kind, now, limitOf(budget[kind])));
  const grants = new Grants(tokens, now, budget);
  for (const lane of due) {
    grants.offer(lane, () => deliveries.head(lane.conversation, lane.head));
  }
  if (due.length > 0) session.write([leaseWrite(due, budget.owner)]);
  return grants.leases(conversations);
}

/** Oldest `due` first; the older conversation first where that is equal. */
function dueOf(lanes: LaneRows, kind: LaneKind, now: number, limit: number): readonly LaneRow[] {
  return lanes
    .all()
    .filter((lane) => lane.kind === kind && (lane.due ?? Infinity) <= now)
    .sort((a, b) => (a.due ?? 0) - (b.due ?? 0) || a.conversation - b.conversation)
    .slice(0, limit);
}

function limitOf(left: number): number {
  return Math.max(0, Math.min(left, 2 ** 31));
}
