import { type LaneColumns, laneColumns, laneOf, type LaneRows } from "./lane-rows.ts";
import type { Session } from "./session.ts";
import { statement } from "./statement.ts";
import type { Tokens } from "./tokens.ts";

const withBlock = statement(`select block.first as block, ${laneColumns}
  from (select nextval('token_blocks') as first from generate_series(1, $2::integer)) as block
  left join lanes l on l.conversation = any($1::bigint[])`);

type BlockColumns = LaneColumns & { readonly block: number };
type NoLane = { readonly block: number; readonly conversation: null };

/** Reads all lanes of locked conversations, and takes as many tokens as a call may give: one statement for both. */
export async function loadLanes(
  session: Session,
  into: { readonly lanes: LaneRows; readonly tokens: Tokens },
  wanted: { readonly of: readonly number[]; readonly tokens: number },
): Promise<void> {
  const { lanes, tokens } = into;
  const missing = tokens.want(wanted.tokens);
  if (missing === 0) return lanes.load(session, wanted.of);
  const rows = await session.rows<BlockColumns | NoLane>(withBlock, wanted.of, missing);
  tokens.take(new Set(rows.map(({ block }) => block)));
  for (const row of rows) if (row.conversation !== null) lanes.keep(laneOf(row));
}
