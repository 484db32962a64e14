import { type LaneKind, laneKinds } from "../model/lane.ts";
import type { IdempotencyKeyEntry, LaneEntry } from "../model/store-entry.ts";
import { fromJson } from "./column-values.ts";

/** A lane's row as exported; `within` is the number of its kind. */
export interface LaneEntryColumns extends Omit<LaneEntry, "kind" | "lease"> {
  readonly at: number;
  readonly within: number;
  readonly token: number | null;
  readonly owner: string | null;
}

/** An idempotency key's row as exported; `within` is the key as JSON. */
export interface IdempotencyKeyColumns extends Omit<IdempotencyKeyEntry, "key"> {
  readonly at: number;
  readonly within: string;
}

/** The exported entry of a lane's row. */
export function laneEntry(row: LaneEntryColumns): LaneEntry {
  const { at: _at, within, token, owner, memo, ...lane } = row;
  return {
    ...lane,
    kind: laneKinds[within] as LaneKind,
    lease: token === null || owner === null ? null : { token, owner },
    memo: fromJson(memo),
  };
}

/** The exported entry of an idempotency key's row. */
export function idempotencyKeyEntry(row: IdempotencyKeyColumns): IdempotencyKeyEntry {
  const { conversationId, within, acceptedAt, first, count } = row;
  return { conversationId, key: JSON.parse(within) as string, acceptedAt, first, count };
}
