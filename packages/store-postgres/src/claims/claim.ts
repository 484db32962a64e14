import { laneKinds, type Lease, type LeaseBudget } from "@parley/core";
import { changedPlaces } from "../statements/changed-places.ts";
import { type ConversationRow, ConversationRows, rowOf } from "../rows/conversation-rows.ts";
import type { Database } from "../connection/database.ts";
import { type DueLane, leaseLanes, lockDueLanes } from "./due-lanes.ts";
import { Grants } from "../lanes/grants.ts";
import { NumberedBudget } from "../backends/numbered-budget.ts";
import type { KnownConversations } from "../rows/known-conversations.ts";
import type { Answer } from "../connection/pipeline.ts";
import type { Session } from "../connection/session.ts";
import { Tokens } from "../lanes/tokens.ts";

/** Leases that are valid once the transaction has ended, if their indices are among those written. */
interface Claimed {
  readonly leases: readonly Lease[];
  /** The conversation of the lease with the same index. */
  readonly conversations: readonly ConversationRow[];
  readonly written: Promise<Answer>;
}

const nothing: Claimed = {
  leases: [],
  conversations: [],
  written: Promise.resolve({ rows: [], tag: "" }),
};

/**
 * Leases lane heads that are due, oldest `due` first per kind and backend. Skips lanes that another call has locked or has
 * just changed.
 */
export async function claim(
  database: Database,
  now: number,
  budget: LeaseBudget,
  known: KnownConversations,
): Promise<readonly Lease[]> {
  const { leases, conversations, written } = await database.backends.knowing(() =>
    database.write((session) => claimDue(session, now, budget)),
  );
  const leased = changedPlaces(await written);
  // A leased lane is settled soon.
  for (const place of leased) known.lease(conversations[place] as ConversationRow);
  return leases.filter((_, place) => leased.has(place));
}

async function claimDue(session: Session, now: number, budget: LeaseBudget): Promise<Claimed> {
  const { backends } = session;
  const shares = new NumberedBudget(budget, backends).shares();
  const { lanes, blocks } = await lockDueLanes(session, now, shares);
  if (lanes.length === 0) return nothing;
  const tokens = new Tokens();
  tokens.take(blocks);
  const grants = new Grants(tokens, now, budget, backends);
  const conversations = new ConversationRows();
  const due = lanes.toSorted(inOrder);
  for (const lane of due) grants.offer(lane, lane.head);
  // Lanes of two numbers of one backend may be more than its budget.
  const leased = due.filter(({ token }) => token !== null);
  const shown = leased.map(({ of }) => conversations.show(rowOf(of, backends.nameOf)));
  const written = leaseLanes(session, budget.owner, leased);
  return { leases: grants.leases(conversations), conversations: shown, written };
}

/** By kind, then oldest `due`, then oldest conversation. */
function inOrder(a: DueLane, b: DueLane): number {
  return (
    laneKinds.indexOf(a.kind) - laneKinds.indexOf(b.kind) ||
    (a.due ?? 0) - (b.due ?? 0) ||
    a.conversation - b.conversation
  );
}
