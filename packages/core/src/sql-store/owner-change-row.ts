import type { NewOwner, OwnerChange } from "../model/owner.ts";
import { fromJson } from "./column-values.ts";

/** The row of a change of owner. Its texts are JSON, which holds any text, except `name`. */
export interface OwnerChangeColumns {
  readonly changedAt: number;
  readonly name: string;
  /** This and `toBackend`: numbers of backends. */
  readonly fromBackend: number | null;
  readonly fromAssignee: string | null;
  readonly toBackend: number | null;
  readonly toAssignee: string | null;
  readonly fence: number;
  readonly changedBy: string;
  readonly why: string | null;
}

/** The change in a row that may have other columns. `nameOf`: the name of a backend's number. */
export function ownerChangeOf(
  row: OwnerChangeColumns,
  nameOf: (backend: number) => string,
): OwnerChange {
  const ownerOf = (backend: number | null, assignee: string | null): NewOwner => ({
    backend: backend === null ? null : nameOf(backend),
    assignee: fromJson(assignee),
  });
  return {
    at: row.changedAt,
    name: row.name,
    from: ownerOf(row.fromBackend, row.fromAssignee),
    to: ownerOf(row.toBackend, row.toAssignee),
    fence: row.fence,
    by: JSON.parse(row.changedBy) as string,
    why: fromJson(row.why),
  };
}
