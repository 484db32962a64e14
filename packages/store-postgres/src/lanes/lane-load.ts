import { states } from "@parley/core/sql-store";
import { deliveryNumberOf } from "../rows/delivery-number.ts";
import type { DeliveryColumns, DeliveryRows } from "../rows/delivery-rows.ts";
import { type LaneColumns, laneColumns, laneOf, type LaneRows } from "./lane-rows.ts";
import type { Session } from "../connection/session.ts";
import { statement } from "../statements/statement.ts";
import type { Tokens } from "./tokens.ts";

// The next delivery after a leased head, if any. The lane's lock is held, so no other can come between.
const withFollowers = statement(`select block.first as block, ${laneColumns},
    f.sequence as "nextSequence", f.message_sequence as "nextMessageSequence", f.newest as "nextNewest",
    f.accepted_at as "nextAcceptedAt", f.recipient_id as "nextRecipientId", f.sender as "nextSender",
    f.message as "nextMessage", f.backend as "nextBackend"
  from (select next_tokens() as first from generate_series(1, $2::integer)) as block
  left join lanes l on l.conversation = any($1::bigint[])
  left join lateral (select * from deliveries d where d.conversation = l.conversation and l.waiting > 1
    and l.fencing_token is not null and d.kind = ${deliveryNumberOf("l.kind")} and d.queued and d.state = 0
    and d.sequence > l.head order by d.sequence limit 1) as f on true`);

interface FollowerColumns {
  readonly nextSequence: number;
  readonly nextMessageSequence: number;
  readonly nextNewest: number | null;
  readonly nextAcceptedAt: number;
  readonly nextRecipientId: string | null;
  readonly nextSender: string | null;
  readonly nextMessage: string;
  readonly nextBackend: number | null;
}
type WithBlock = LaneColumns & { readonly block: number };
type Row =
  | (WithBlock & FollowerColumns)
  | (WithBlock & { readonly nextSequence: null })
  | { readonly block: number; readonly conversation: null };

interface LoadedRows {
  readonly lanes: LaneRows;
  readonly deliveries: DeliveryRows;
  readonly tokens: Tokens;
}

/**
 * Reads all lanes of locked conversations, with the delivery after each head, and takes the call's tokens. One
 * statement does all of it.
 */
export async function loadLanes(
  session: Session,
  { lanes, deliveries, tokens }: LoadedRows,
  wanted: { readonly of: readonly number[]; readonly tokens: number },
): Promise<void> {
  const missing = tokens.want(wanted.tokens);
  if (missing === 0) return lanes.load(session, wanted.of);
  const rows = await session.rows<Row>(withFollowers, wanted.of, missing);
  tokens.take(new Set(rows.map(({ block }) => block)));
  for (const row of rows) {
    if (row.conversation === null) continue;
    const lane = lanes.keep(laneOf(row));
    if (row.nextSequence !== null) deliveries.keepFollower(lane, deliveryOf(row));
  }
}

function deliveryOf(row: WithBlock & FollowerColumns): DeliveryColumns {
  return {
    conversation: row.conversation,
    kind: row.lane,
    sequence: row.nextSequence,
    messageSequence: row.nextMessageSequence,
    newest: row.nextNewest,
    acceptedAt: row.nextAcceptedAt,
    recipientId: row.nextRecipientId,
    sender: row.nextSender,
    message: row.nextMessage,
    backend: row.nextBackend,
    state: states.waiting,
    identity: null,
  };
}
