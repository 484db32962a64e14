import { type LaneRow, LaneRows } from "./lane-rows.ts";
import type { Session } from "../connection/session.ts";
import { type Statement, statement, type Value } from "../statements/statement.ts";

/** Number of lanes locked at once, so that none is locked for long. */
export const pageSize = 500;

/** The change of a lane; `null`: none. */
export type LaneChange = (lane: LaneRow) => Partial<LaneRow> | null;

/** Result of one page. */
export interface Changed {
  /** Conversations whose lanes were read. */
  readonly locked: ReadonlySet<number>;
  /** Number of changed lanes. */
  readonly count: number;
}

/** Locks the conversations that `condition` selects. */
export function lockOf(condition: string, waiting: "skip locked" | ""): Statement {
  return statement(`select conversation from conversations where conversation in (${condition})
    order by conversation for no key update ${waiting}`);
}

/** Locks the conversations with these numbers that no other call has locked. */
export const lockFree = lockOf("select unnest($1::bigint[])", "skip locked");
/** The same, and waits for those that another call has locked. */
export const lockAll = lockOf("select unnest($1::bigint[])", "");

/** Changes the lanes of a page of conversations under their locks. */
export async function changePage(
  session: Session,
  page: Statement,
  values: readonly Value[],
  change: LaneChange,
): Promise<Changed> {
  const found = await session.rows<{ conversation: number }>(page, ...values);
  const locked = new Set(found.map(({ conversation }) => conversation));
  const lanes = new LaneRows();
  await lanes.load(session, [...locked]);
  let count = 0;
  for (const lane of lanes.all()) {
    const changes = change(lane);
    if (changes === null) continue;
    lanes.change({ ...lane, ...changes });
    count += 1;
  }
  session.write(lanes.writes());
  return { locked, count };
}
