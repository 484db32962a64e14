import { type DeliveryColumns, type DeliveryRows, states } from "./delivery-rows.ts";
import { laneKinds } from "@parley/core";
import { type LaneColumns, laneColumns, laneOf, type LaneRows } from "./lane-rows.ts";
import type { Session } from "./session.ts";
import { type Statement, statement } from "./statement.ts";
import type { Tokens } from "./tokens.ts";

const withBlock = (beside: string): Statement =>
  statement(`select block.first as block, ${laneColumns},
    f.sequence as "besideSequence", f.message_sequence as "besideMessageSequence", f.newest as "besideNewest",
    f.accepted_at as "besideAcceptedAt", f.recipient_id as "besideRecipientId", f.sender as "besideSender",
    f.message as "besideMessage"
  from (select nextval('token_blocks') as first from generate_series(1, $2::integer)) as block
  left join lanes l on l.conversation = any($1::bigint[])
  left join lateral (select * from deliveries d where d.conversation = l.conversation and ${beside}) as f on true`);
// What follows a leased head, if anything does: the lane's lock is held, so that nothing can come in between.
const withFollowers =
  withBlock(`l.waiting > 1 and l.token is not null and d.kind = l.kind and d.queued and d.state = 0
    and d.sequence > l.head order by d.sequence limit 1`);
const withDueHeads = withBlock("l.due <= $3 and d.sequence = l.head");

interface BesideColumns {
  readonly besideSequence: number;
  readonly besideMessageSequence: number;
  readonly besideNewest: number | null;
  readonly besideAcceptedAt: number;
  readonly besideRecipientId: string | null;
  readonly besideSender: string | null;
  readonly besideMessage: string;
}
type WithBlock = LaneColumns & { readonly block: number };
type Row =
  | (WithBlock & BesideColumns)
  | (WithBlock & { readonly besideSequence: null })
  | { readonly block: number; readonly conversation: null };

interface LoadedRows {
  readonly lanes: LaneRows;
  readonly deliveries: DeliveryRows;
  readonly tokens: Tokens;
}

/**
 * Reads all lanes of locked conversations with what follows their heads, and takes as many tokens as a call may give:
 * one statement for all of it.
 */
export async function loadLanes(
  session: Session,
  { lanes, deliveries, tokens }: LoadedRows,
  wanted: { readonly of: readonly number[]; readonly tokens: number },
): Promise<void> {
  const missing = tokens.want(wanted.tokens);
  if (missing === 0) return lanes.load(session, wanted.of);
  const rows = await session.rows<Row>(withFollowers, wanted.of, missing);
  for (const row of keepLanes({ lanes, tokens }, rows)) deliveries.keepFollower(row);
}

/** The same with the heads of the lanes that are due by `now`, and with a token for each lane there may be. */
export async function loadDueLanes(
  session: Session,
  { lanes, deliveries, tokens }: LoadedRows,
  conversations: readonly number[],
  now: number,
): Promise<void> {
  const missing = tokens.want(laneKinds.length * conversations.length);
  const rows = await session.rows<Row>(withDueHeads, conversations, missing, now);
  for (const row of keepLanes({ lanes, tokens }, rows)) deliveries.keep(row);
}

/** @returns what was read beside the lanes. */
function keepLanes(
  { lanes, tokens }: Pick<LoadedRows, "lanes" | "tokens">,
  rows: readonly Row[],
): readonly DeliveryColumns[] {
  tokens.take(new Set(rows.map(({ block }) => block)));
  const beside: DeliveryColumns[] = [];
  for (const row of rows) {
    if (row.conversation === null) continue;
    lanes.keep(laneOf(row));
    if (row.besideSequence !== null) beside.push(deliveryOf(row));
  }
  return beside;
}

function deliveryOf(row: WithBlock & BesideColumns): DeliveryColumns {
  const { conversation, kind } = row;
  return {
    conversation,
    kind,
    sequence: row.besideSequence,
    messageSequence: row.besideMessageSequence,
    newest: row.besideNewest,
    acceptedAt: row.besideAcceptedAt,
    recipientId: row.besideRecipientId,
    sender: row.besideSender,
    message: row.besideMessage,
    state: states.waiting,
    identity: null,
  };
}
