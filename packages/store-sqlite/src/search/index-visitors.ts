import { visitorEntryText } from "@parley/core/sql-store";
import type { Profile } from "@parley/core";
import type { Connection } from "../connection/connection.ts";

interface VisitorColumns {
  readonly visitorId: string;
  readonly profile: string;
}

const visitor = "select visitor_id as visitorId, profile from conversations where conversation = ?";
const entry = "select text from search_visitors where rowid = ?";
const remove = "delete from search_visitors where rowid = ?";
const insert = "insert into search_visitors (rowid, text) values (?, ?)";
const due = "insert or ignore into search_due (conversation) values (?)";

/** Writes a visitor's entry when it has changed. @returns whether it has. */
export function indexVisitor(connection: Connection, conversation: number): boolean {
  const found = connection.get<VisitorColumns>(visitor, conversation);
  if (found === undefined) return false;
  const profile = JSON.parse(found.profile) as Profile;
  const text = visitorEntryText({ profile, visitorId: found.visitorId });
  if (connection.get<{ text: string }>(entry, conversation)?.text === text) return false;
  connection.run(remove, conversation);
  connection.run(insert, conversation, text);
  return true;
}

/** Notes that a profile has changed although its conversation got no message, which would show it. */
export function noteProfileChange(connection: Connection, conversation: number): void {
  connection.run(due, conversation);
}
