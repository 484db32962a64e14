import type { OwnerChange } from "@parley/core";
import { type OwnerChangeColumns, ownerChangeOf, toJson } from "@parley/core/sql-store";
import type { BackendNumbers } from "../backends/backend-numbers.ts";
import { columns, writesOf } from "../statements/columns.ts";
import { givenRows } from "../statements/given-rows.ts";
import type { Session } from "../connection/session.ts";
import { statement, type Write } from "../statements/statement.ts";

/** The columns of `OwnerChangeColumns`. The name is JSON as well. */
export const changeColumns = `o.at as "changedAt", o.name, o.from_backend as "fromBackend", o.from_assignee as "fromAssignee",
  o.to_backend as "toBackend", o.to_assignee as "toAssignee", o.fence, o.by as "changedBy", o.why`;

const insert = statement(`insert into owner_changes
    (conversation, at, name, from_backend, from_assignee, to_backend, to_assignee, fence, by, why)
  select * from ${givenRows(
    "u",
    `conversation bigint, at bigint, name text, from_backend integer, from_assignee text, to_backend integer,
    to_assignee text, fence bigint, by text, why text`,
  )}`);
const forget = statement("delete from owner_changes where conversation = $1");

/** The changes of owner that one call makes. Written together at the end, in their order. */
export class OwnerChangeRows {
  readonly #backends: BackendNumbers;
  readonly #made: (OwnerChangeColumns & { readonly conversation: number })[] = [];

  constructor(backends: BackendNumbers) {
    this.#backends = backends;
  }

  add(conversation: number, change: OwnerChange): void {
    const numberOf = (backend: string | null) => this.#backends.numberOfOwner({ backend });
    this.#made.push({ conversation, ...columnsOfChange(change, numberOf) });
  }

  /** The call's changes. */
  writes(): readonly Write[] {
    return writesOf(insert, this.#made, (rows) => [
      ...columns(rows, "conversation", "changedAt", "name", "fromBackend", "fromAssignee"),
      ...columns(rows, "toBackend", "toAssignee", "fence", "changedBy", "why"),
    ]);
  }
}

export function deleteOwnerChanges(session: Session, conversation: number): void {
  session.run(forget, conversation);
}

/** The change in a row that may have other columns. */
export function changeOfRow(
  row: OwnerChangeColumns,
  nameOf: (backend: number) => string,
): OwnerChange {
  return ownerChangeOf({ ...row, name: JSON.parse(row.name) as string }, nameOf);
}

/** The row of a change. `numberOf`: the number of a backend's name, `null` for nobody. */
export function columnsOfChange(
  { from, to, at, name, fence, by, why }: OwnerChange,
  numberOf: (name: string | null) => number | null,
): OwnerChangeColumns {
  return {
    changedAt: at,
    name: JSON.stringify(name),
    fromBackend: numberOf(from.backend),
    fromAssignee: toJson(from.assignee),
    toBackend: numberOf(to.backend),
    toAssignee: toJson(to.assignee),
    fence,
    changedBy: JSON.stringify(by),
    why: toJson(why),
  };
}
