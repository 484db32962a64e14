import type { OwnerChange } from "@parley/core";
import { type OwnerChangeColumns, toJson } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";

/** A change's row, as `changeColumns` names its columns. */
export interface PlacedChange extends OwnerChangeColumns {
  /** Its place in the history of the conversation, from 1. */
  readonly number: number;
}

export const changeColumns = `h.number, h.at as changedAt, h.name, h.from_backend as fromBackend, h.from_assignee as fromAssignee,
  h.to_backend as toBackend, h.to_assignee as toAssignee, h.fence, h.changed_by as changedBy, h.why`;
const insert = `insert into owner_changes
  (conversation, number, at, name, from_backend, from_assignee, to_backend, to_assignee, fence, changed_by, why)
  values (?, (select coalesce(max(number), 0) + 1 from owner_changes where conversation = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const backendsOf =
  "select from_backend as fromBackend, to_backend as toBackend from owner_changes where conversation = ?";

/** Adds a change to the history of a conversation. */
export function insertOwnerChange(
  connection: Connection,
  conversation: number,
  { at, name, from, to, fence, by, why }: OwnerChange,
): void {
  const { backends } = connection;
  connection.run(
    insert,
    conversation,
    conversation,
    at,
    name,
    backends.numberOfOwner(from),
    toJson(from.assignee),
    backends.numberOfOwner(to),
    toJson(to.assignee),
    fence,
    JSON.stringify(by),
    toJson(why),
  );
}

/** Numbers of the backends that ever owned a conversation. `owner`: the one that owns it now. */
export function everOwnerNumbers(
  connection: Connection,
  conversation: number,
  owner: number | null,
): readonly number[] {
  const changes = connection.all<Pick<OwnerChangeColumns, "fromBackend" | "toBackend">>(
    backendsOf,
    conversation,
  );
  const all = [owner, ...changes.flatMap(({ fromBackend, toBackend }) => [fromBackend, toBackend])];
  return [...new Set(all)].filter((number) => number !== null);
}

export function deleteOwnerChanges(connection: Connection, conversation: number): void {
  connection.run("delete from owner_changes where conversation = ?", conversation);
}
