import { isMessageKind, type LaneKind } from "../model/lane.ts";
import { firstBackend, laneNumber, laneOfNumber } from "./backend-names.ts";
import { kindNumber } from "./column-values.ts";

/**
 * The `kind` of a delivery's row. Reports and notices have the number of their lane. Messages have 0 or 1 whatever the
 * backend, since what waits for one owner can be given to another.
 */
export function deliveryNumber(kind: LaneKind, backend: number | null): number {
  return isMessageKind(kind) ? kindNumber(kind) : laneNumber(kind, backend ?? firstBackend);
}

/**
 * The name of the backend of a delivery's row. A report or a notice of an earlier version has no column of its backend, but
 * the number of its lane.
 */
export function deliveryBackend(
  { kind, backend }: { readonly kind: number; readonly backend: number | null },
  nameOf: (backend: number) => string,
): string | null {
  const lane = laneOfNumber(kind);
  if (!isMessageKind(lane.kind)) return nameOf(lane.backend);
  return backend === null ? null : nameOf(backend);
}
