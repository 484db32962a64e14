import type { Settlement, Verdict } from "@parley/core";
import { kindNumber, toJson } from "@parley/core/sql-store";
import { givenRows } from "../statements/given-rows.ts";
import type { KnownConversation, KnownConversations } from "../rows/known-conversations.ts";
import type { Answer } from "../connection/pipeline.ts";
import { searchable } from "../statements/searchable.ts";
import type { Session } from "../connection/session.ts";
import { statement } from "../statements/statement.ts";

/** A lane that is to be due again, and its cached conversation. */
export interface Retry {
  readonly settlement: Settlement;
  readonly verdict: Verdict & { readonly kind: "retry" };
  readonly conversation: KnownConversation;
}

// With a pause, this update does the same as `pausedLease`. Each lane is read and changed under its conversation's lock. A
// number that now belongs to another conversation does not match: see `lockKnown`.
const giveUp = statement(`with locked as materialized (select u.*
    from ${givenRows(
      "u",
      `place integer, conversation bigint, id text, kind smallint, token bigint, due bigint, memo text,
      paused_since bigint, pause_ms bigint`,
    )}
    join conversations c on c.conversation = u.conversation and c.id = u.id
    order by c.conversation for no key update of c)
  update lanes l set due = u.due, memo = u.memo, fencing_token = null, owner = null, paused_since = u.paused_since,
    attempt = case when u.pause_ms is null then l.attempt else greatest(l.attempt - 1, 0) end,
    started_at = case when u.pause_ms is null then l.started_at when l.attempt > 1 then l.started_at + u.pause_ms end
  from locked u
  where l.conversation = u.conversation and l.kind % 4 = u.kind and l.fencing_token = u.token
  returning u.place`);

/**
 * The retries among settlements, when all of them are retries of cached conversations. The lease's token identifies the
 * lane, so nothing has to be read first.
 * @returns `null` when one of them is not.
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
 * Sends the changes with the end of the transaction. Changed lanes stay locked while it waits for the next
 * conversation. A commit that starts parked lanes may wait for one of them, so both need a short lock timeout.
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
    retries.map(({ verdict }) => verdict.pause?.since ?? null),
    retries.map(({ verdict }) => verdict.pause?.forMs ?? null),
  );
}
