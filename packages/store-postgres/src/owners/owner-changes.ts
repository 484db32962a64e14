import type { NewOwner, OwnerChange } from "@parley/core";
import { fromJson, toJson } from "@parley/core/sql-store";
import type { BackendNumbers } from "../backends/backend-numbers.ts";
import { columns, writesOf } from "../statements/columns.ts";
import { givenRows } from "../statements/given-rows.ts";
import type { Session } from "../connection/session.ts";
import { statement, type Write } from "../statements/statement.ts";

/** A row of the table. Its texts are JSON, which holds any text. */
export interface OwnerChangeColumns extends Omit<OwnerChange, "from" | "to"> {
  readonly fromBackend: number | null;
  readonly fromAssignee: string | null;
  readonly toBackend: number | null;
  readonly toAssignee: string | null;
}

/** Matches `OwnerChangeColumns`, of a row `o`. */
export const changeColumns = `o.at, o.name, o.from_backend as "fromBackend", o.from_assignee as "fromAssignee",
  o.to_backend as "toBackend", o.to_assignee as "toAssignee", o.fence, o.by, o.why`;

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
    this.#made.push({ conversation, ...columnsOfChange(change, this.#backends) });
  }

  /** The call's changes. */
  writes(): readonly Write[] {
    return writesOf(insert, this.#made, (rows) => [
      ...columns(rows, "conversation", "at", "name", "fromBackend", "fromAssignee"),
      ...columns(rows, "toBackend", "toAssignee", "fence", "by", "why"),
    ]);
  }
}

/** The change in a row that may have other columns. */
export function ownerChangeOf(
  row: OwnerChangeColumns,
  nameOf: BackendNumbers["nameOf"],
): OwnerChange {
  const { at, fence } = row;
  const text = (json: string): string => JSON.parse(json) as string;
  const owner = (backend: number | null, assignee: string | null): NewOwner => ({
    backend: backend === null ? null : nameOf(backend),
    assignee: fromJson(assignee),
  });
  const from = owner(row.fromBackend, row.fromAssignee);
  const to = owner(row.toBackend, row.toAssignee);
  return { at, name: text(row.name), from, to, fence, by: text(row.by), why: fromJson(row.why) };
}

/** The row of a change. */
export function columnsOfChange(
  { from, to, at, name, fence, by, why }: OwnerChange,
  backends: Pick<BackendNumbers, "numberOf">,
): OwnerChangeColumns {
  const numberOf = ({ backend }: NewOwner) =>
    backend === null ? null : backends.numberOf(backend);
  const fromOwner = { fromBackend: numberOf(from), fromAssignee: toJson(from.assignee) };
  const toOwner = { toBackend: numberOf(to), toAssignee: toJson(to.assignee) };
  const texts = { name: JSON.stringify(name), by: JSON.stringify(by), why: toJson(why) };
  return { at, ...texts, ...fromOwner, ...toOwner, fence };
}

export function deleteOwnerChanges(session: Session, conversation: number): void {
  session.run(forget, conversation);
}
