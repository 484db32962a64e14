import type { StateBatch } from "@parley/core";
import { laneOfNumber, type StateFacts } from "@parley/core/sql-store";
import type { Session } from "../connection/session.ts";
import type { Work } from "../lanes/lanes.ts";
import { searchable } from "../statements/searchable.ts";
import { statement } from "../statements/statement.ts";

/** The facts about conversations and turns. They hold until the end of the transaction. */
export type BatchFacts = Pick<StateFacts, "hasConversation" | "isCurrent">;

/** The ids of conversations that batches name. */
interface NamedConversations {
  readonly ofTurns: readonly string[];
  readonly ofEntries: readonly string[];
}

interface TurnColumns {
  readonly conversationId: string;
  readonly lane: number;
  readonly token: number;
}

interface Id {
  readonly id: string;
}

const named = `select c.id from conversations c where c.id = any($1::text[]) order by c.conversation`;
// A leased lane changes under its conversation's lock only, so its row needs no lock. Locks on lanes could deadlock:
// a commit locks conversations in the order of their numbers, but its lanes in another order.
const ofTurns = statement(`${named} for share of c`);
// Storing a message is not blocked, erasing the conversation is.
const ofEntries = statement(`${named} for key share of c`);
const tokens = statement(`select c.id as "conversationId", l.kind as lane, l.fencing_token as token
  from conversations c join lanes l on l.conversation = c.conversation
  where c.id = any($1::text[]) and l.fencing_token is not null`);

/** Locks the conversations that batches name, and only then reads their lanes. */
export async function lockFacts(
  session: Session,
  batches: readonly StateBatch[],
): Promise<BatchFacts> {
  const names = namedBy(batches);
  const rows = async <Row extends object>(sql: typeof tokens, ids: readonly string[]) =>
    ids.length === 0 ? [] : session.rows<Row>(sql, ids);
  const [, found, lanes] = await Promise.all([
    rows<Id>(ofTurns, names.ofTurns),
    rows<Id>(ofEntries, names.ofEntries),
    rows<TurnColumns>(tokens, names.ofTurns),
  ]);
  const ids = new Set(found.map(({ id }) => id));
  // A token is that of one lease.
  const current = new Map(lanes.map((lane) => [lane.token, lane]));
  return {
    hasConversation: (id) => ids.has(id),
    isCurrent: ({ conversationId, kind, token }) => {
      const leased = current.get(token);
      return leased?.conversationId === conversationId && laneOfNumber(leased.lane).kind === kind;
    },
  };
}

/** The same for a commit that has locked them, with what it changes. */
export function factsOf({ conversations, lanes }: Work): BatchFacts {
  return {
    hasConversation: (id) => conversations.byId(id) !== undefined,
    isCurrent: ({ conversationId, kind, token }) => {
      const row = conversations.byId(conversationId);
      return row !== undefined && lanes.leased(row.number, kind, token) !== undefined;
    },
  };
}

/** Ids of all conversations that batches name. */
export function conversationsOf(batches: readonly StateBatch[]): readonly string[] {
  const names = namedBy(batches);
  return [...names.ofTurns, ...names.ofEntries];
}

function namedBy(batches: readonly StateBatch[]): NamedConversations {
  const writes = batches.flatMap((batch) => batch.writes);
  const turns = writes.flatMap((write) =>
    "when" in write ? (write.when.turn?.conversationId ?? []) : [],
  );
  const entries = writes.flatMap((write) =>
    write.kind === "put" ? (write.conversationId ?? []) : [],
  );
  return { ofTurns: distinct(turns), ofEntries: distinct(entries) };
}

function distinct(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.map(searchable))];
}
