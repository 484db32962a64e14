import type { IdempotencyKeyEntry, LaneEntry } from "../model/store-entry.ts";
import { laneOfNumber } from "./backend-names.ts";
import { fromJson } from "./column-values.ts";

/** A lane's row as exported; `within` is its number (`laneNumber`). */
export interface LaneEntryColumns extends Omit<LaneEntry, "kind" | "backend" | "lease"> {
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

/** The exported entry of a lane's row. `nameOf`: the name of a backend's number. */
export function laneEntry(row: LaneEntryColumns, nameOf: (backend: number) => string): LaneEntry {
  const { at: _at, within, token, owner, memo, ...lane } = row;
  const { kind, backend } = laneOfNumber(within);
  return {
    ...lane,
    kind,
    backend: kind === "outbound" ? null : nameOf(backend),
    lease: token === null || owner === null ? null : { token, owner },
    memo: fromJson(memo),
  };
}

/** The exported entry of an idempotency key's row. */
export function idempotencyKeyEntry(row: IdempotencyKeyColumns): IdempotencyKeyEntry {
  const { conversationId, within, acceptedAt, first, count } = row;
  return { conversationId, key: JSON.parse(within) as string, acceptedAt, first, count };
}
