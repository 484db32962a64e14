import type { SentMessage } from "../ports/stores/delivery-store.ts";
import { outcomeOf } from "./column-values.ts";

/** A message's row, joined with the last key whose first delivery is not behind it. */
export interface SentColumns {
  /** State of the message's newest delivery. */
  readonly state: number;
  /** JSON text of the key. This and the next two: `null` without any. */
  readonly key: string | null;
  readonly first: number | null;
  readonly count: number | null;
}

/** What was sent with the message of this sequence. */
export function sentMessageOf(row: SentColumns, sequence: number): SentMessage {
  const { key, first, count } = row;
  const state = outcomeOf(row.state);
  if (key === null || first === null || count === null || sequence >= first + count)
    return { key: null, part: 1, parts: 1, state };
  return { key: JSON.parse(key) as string, part: sequence - first + 1, parts: count, state };
}
