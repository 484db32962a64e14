import type { IndexStep } from "@parley/core";
import { lockKey } from "../connection/owner.ts";
import type { Session } from "../connection/session.ts";
import { statement } from "../statements/statement.ts";
import { DueConversations } from "./due-conversations.ts";
import { listMessages, type Place, writeMessages } from "./index-messages.ts";
import { lockVisitors, type Visitor, writeVisitors } from "./index-visitors.ts";
import { CursorStep } from "./search-cursor.ts";

const takeTurn = statement("select pg_try_advisory_xact_lock($1::bigint) as taken");

/** One step of the indexer. One node at a time makes it. */
export async function indexStep(
  session: Session,
  schema: string,
  now: number,
  limit: number,
): Promise<IndexStep> {
  const [turn] = await session.rows<{ taken: boolean }>(takeTurn, lockKey(`${schema} search`));
  if (turn?.taken !== true) return { entries: 0, isCaughtUp: true };
  const cursor = await CursorStep.read(session, now);
  const due = await DueConversations.find(session, cursor, limit);
  const visitors = await lockVisitors(session, due.numbers);
  const places = await listMessages(session, visitors, limit);
  const entries = await writeMessages(session, places);
  const { indexed, left } = progressOf(visitors, places, limit);
  writeVisitors(session, indexed);
  const reached = due.reachedWithout(new Set(left.map(({ number }) => number)));
  cursor.store(session, reached.hasAllActive, reached.walkedTo);
  const changed = indexed.filter(({ isNew }) => isNew);
  return { entries: entries + changed.length, isCaughtUp: reached.isAll };
}

/** `left`: conversations that still have messages without an entry, or may have. */
function progressOf(
  visitors: readonly Visitor[],
  places: readonly Place[],
  limit: number,
): { readonly indexed: readonly Visitor[]; readonly left: readonly Visitor[] } {
  const last = places.length < limit ? undefined : places.at(-1);
  const stop = visitors.findIndex(({ number }) => number === last?.conversation);
  if (last === undefined || stop < 0)
    return { indexed: visitors.map((one) => ({ ...one, sequence: one.last })), left: [] };
  const whole = visitors.slice(0, stop).map((one) => ({ ...one, sequence: one.last }));
  const left = visitors.slice(stop);
  const begun = left.slice(0, 1).map((one) => ({ ...one, sequence: last.sequence }));
  return { indexed: [...whole, ...begun], left };
}
