import type { Settlement, Verdict } from "@parley/core";
import { kindNumber, toJson } from "@parley/core/sql-store";
import { givenRows } from "../statements/given-rows.ts";
import type { KnownConversation, KnownConversations } from "../rows/known-conversations.ts";
import type { Answer } from "../connection/pipeline.ts";
import { searchable } from "../statements/searchable.ts";
import type { Session } from "../connection/session.ts";
import { statement } from "../statements/statement.ts";

/** A lane that is to be due again, and the conversation that this node knows it to be of. */
export interface Retry {
  readonly settlement: Settlement;
  readonly verdict: Verdict & { readonly kind: "retry" };
  readonly conversation: KnownConversation;
}

// Each lane is changed behind its conversation's lock, and found again as it is by then. A number that another conversation
// has by now is none of theirs: see `lockKnown`.
const giveUp = statement(`with locked as materialized (select u.*
    from ${givenRows(
      "u",
      "place integer, conversation bigint, id text, kind smallint, token bigint, due bigint, memo text",
    )}
    join conversations c on c.conversation = u.conversation and c.id = u.id
    order by c.conversation for no key update of c)
  update lanes l set due = u.due, memo = u.memo, token = null, owner = null from locked u
  where l.conversation = u.conversation and l.kind = u.kind and l.token = u.token
  returning u.place`);

/**
 * Of settlements that only give up leases, for a while, of lanes whose conversations are known: the lease's token says
 * all there is to know of its lane, so that nothing has to be read first.
 * @returns `null` when one of them is any other.
 */
export function retriesOf(
  settlements: readonly Settlement[],
  known: KnownConversations,
): readonly Retry[] | null {
  const retries: Retry[] = [];
  for (const settlement of settlements) {
    const { verdict, lane } = settlement;
    if (verdict.kind !== "retry" || verdict.isUnused === true) return null;
    const conversation = known.byId(searchable(lane.conversationId));
    if (conversation === undefined) return null;
    retries.push({ settlement, verdict, conversation });
  }
  return retries;
}

/**
 * Asks for what goes out with the transaction's end. Lanes that were changed are held while the next conversation is
 * waited for: a commit that starts parked lanes might wait for one of them meanwhile, so that neither may wait for long.
 */
export function giveUpAll(session: Session, retries: readonly Retry[]): Promise<Answer> {
  return session.atEnd(
    giveUp,
    retries.map((_, place) => place),
    retries.map(({ conversation }) => conversation.number),
    retries.map(({ conversation }) => conversation.id),
    retries.map(({ settlement }) => kindNumber(settlement.lane.kind)),
    retries.map(({ settlement }) => settlement.token),
    retries.map(({ verdict }) => verdict.due),
    retries.map(({ verdict }) => toJson(verdict.memo)),
  );
}
