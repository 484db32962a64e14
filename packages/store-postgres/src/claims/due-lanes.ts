import { type ConversationColumns, fromJson, laneOfNumber } from "@parley/core/sql-store";
import { conversationColumns } from "../rows/conversation-rows.ts";
import { columns } from "../statements/columns.ts";
import { givenRows } from "../statements/given-rows.ts";
import type { LeasedLane } from "../lanes/grants.ts";
import type { HeadRow } from "../rows/delivery-rows.ts";
import type { LaneShare } from "../backends/numbered-budget.ts";
import type { Answer } from "../connection/pipeline.ts";
import type { Session } from "../connection/session.ts";
import { type Statement, statement } from "../statements/statement.ts";
import { blockSize } from "../lanes/tokens.ts";

const dueLanes = (lanes: string, limit: string): string =>
  `(select ctid as place, xmin as version, conversation, kind, head, attempt, started_at, due, memo, paused_since,
      owner_change from lanes
    where kind = ${lanes} and due is not null and due <= $1 order by due, conversation limit ${limit})`;
// A fixed set of candidates without those locked by other calls. Lanes and their heads are read as of before the locks:
// see `lease`. Tokens are taken after all locks.
const lockDue = (shares: number): Statement =>
  statement(`with candidates as materialized (
    ${Array.from({ length: shares }, (_, at) => dueLanes(`$${at + 2}`, `$${at + 2 + shares}`)).join(" union all ")}),
  locked as materialized (select l.place::text, l.version, l.kind as lane, l.head, l.attempt,
      l.started_at as "startedAt", l.due, l.memo, l.paused_since as "pausedSince", l.owner_change as "ownerChange",
      ${conversationColumns} join candidates l on l.conversation = c.conversation
    order by c.conversation for no key update of c skip locked),
  blocks as materialized (select next_tokens() as block
    from generate_series(1, (select (count(*) + ${blockSize - 1}) / ${blockSize} from locked)))
  select locked.*, block, d.message_sequence as "messageSequence", d.accepted_at as "acceptedAt",
    d.recipient_id as "recipientId", d.sender, d.message, d.backend as "sentBy"
  from blocks cross join locked
  left join deliveries d on d.conversation = locked.number and d.sequence = locked.head`);
/** Shares of a gateway with one backend. Its statement is made when the module is loaded, like all others. */
const sharesOfOne = 4;
/** By the number of shares. A gateway has few: its backends change only with its configuration. */
const lockStatements = new Map([[sharesOfOne, lockDue(sharesOfOne)]]);
// A lane that changed before its conversation was locked is no longer at its place. A new row there has another
// transaction id. Writes only the columns that a lease changes.
const lease =
  statement(`update lanes l set attempt = u.attempt, started_at = u.started_at, due = u.due,
    fencing_token = u.token, owner = $1
  from ${givenRows(
    "u",
    "ordinal integer, attempt integer, started_at bigint, due bigint, token bigint, place tid, version xid",
    2,
  )}
  where l.ctid = u.place and l.xmin = u.version
  returning u.ordinal as place`);

interface HeadColumns {
  readonly messageSequence: number | null;
  readonly acceptedAt: number;
  readonly recipientId: string | null;
  readonly sender: string | null;
  readonly message: string;
  readonly sentBy: number | null;
}

interface LaneColumns {
  /** The row's place in the table, and the transaction that wrote it. */
  readonly place: string;
  readonly version: string;
  /** As in `laneNumber`. */
  readonly lane: number;
  readonly head: number;
  readonly attempt: number;
  readonly startedAt: number | null;
  readonly due: number;
  readonly memo: string | null;
  readonly pausedSince: number | null;
  readonly ownerChange: string | null;
}

type DueColumns = LaneColumns &
  ConversationColumns &
  HeadColumns & { /** Of tokens. */ readonly block: number };

/** A lane that was due when it was read, with its head. Its conversation is now locked. */
export interface DueLane extends LeasedLane {
  readonly place: string;
  readonly version: string;
  /** @throws Error when there is none: the lane's head is wrong. */
  readonly head: () => HeadRow;
  readonly of: ConversationColumns;
}

/** Locks conversations with a lane due by `now`, and takes a token for each lane. */
export async function lockDueLanes(
  session: Session,
  now: number,
  shares: readonly LaneShare[],
): Promise<{ readonly lanes: readonly DueLane[]; readonly blocks: ReadonlySet<number> }> {
  const rows = await session.rows<DueColumns>(
    lockStatementFor(shares.length),
    now,
    ...shares.map(({ lanes }) => lanes),
    ...shares.map(({ most }) => limitOf(most)),
  );
  const [first] = rows;
  return {
    lanes: rows.filter(({ block }) => block === first?.block).map(dueLaneOf),
    blocks: new Set(rows.map(({ block }) => block)),
  };
}

function lockStatementFor(shares: number): Statement {
  const known = lockStatements.get(shares) ?? lockDue(shares);
  lockStatements.set(shares, known);
  return known;
}

/** Sends the leases with the end of the transaction. Returns the indices of lanes that had not changed. */
export function leaseLanes(
  session: Session,
  owner: string,
  lanes: readonly DueLane[],
): Promise<Answer> {
  return session.atEnd(
    lease,
    owner,
    lanes.map((_, index) => index),
    ...columns(lanes, "attempt", "startedAt", "due", "token", "place", "version"),
  );
}

function dueLaneOf(row: DueColumns): DueLane {
  const { place, version, attempt, startedAt, due, pausedSince, ownerChange } = row;
  return {
    place,
    version,
    conversation: row.number,
    ...laneOfNumber(row.lane),
    ownerChange,
    attempt,
    startedAt,
    due,
    token: null,
    owner: null,
    memo: fromJson(row.memo),
    pausedSince,
    head: () => headOf(row),
    of: row,
  };
}

function headOf({ head: sequence, messageSequence, ...row }: DueColumns): HeadRow {
  if (messageSequence === null) throw new Error("a lane has lost its head");
  const { message, sender, recipientId, acceptedAt, sentBy } = row;
  const head = { sequence, messageSequence, message, sender, recipientId, acceptedAt };
  return { head, backend: sentBy };
}

function limitOf(left: number): number {
  return Math.max(0, Math.min(left, 2 ** 31));
}
