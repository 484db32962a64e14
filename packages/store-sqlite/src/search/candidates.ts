import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type Candidate,
  type CandidateList,
  messagesSearched,
  visitorsSearched,
} from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { Database } from "../connection/database.ts";

/** An entry of one of the two lists. */
export interface Entry extends Candidate {
  readonly kind: "visitor" | "message";
  readonly number: number;
}

interface EntryColumns {
  readonly number: number;
  readonly text: string;
}

const tables = { visitor: "search_visitors", message: "search_messages" } as const;
const searched = { visitor: visitorsSearched, message: messagesSearched } as const;

const byTrigrams = (table: string) => `select rowid as number, text from ${table}
  where ${table} match +? and rowid < +? order by rowid desc limit +?`;
const newest = (table: string) => `select number, text from
    (select rowid as number, text from ${table} order by rowid desc limit +?)
  where number < +? order by number desc limit +?`;

/** Visitors, then messages. Without trigrams only the newest ones. */
export function candidateLists(
  database: Database,
  trigrams: readonly string[],
): readonly CandidateList<Entry>[] {
  return (["visitor", "message"] as const).map((kind) => ({
    read: async (before, count) => {
      // A page may read many entries. Messages are stored between two portions of them.
      if (before !== null) await nextTurn();
      const from = before?.[0] ?? Number.MAX_SAFE_INTEGER;
      const rows = database.read((connection) =>
        trigrams.length === 0
          ? connection.all<EntryColumns>(newest(tables[kind]), searched[kind], from, count)
          : matching(connection, tables[kind], trigrams, from, count),
      );
      return rows.map(({ number, text }) => ({ kind, number, text, position: [number] }));
    },
  }));
}

function matching(
  connection: Connection,
  table: string,
  trigrams: readonly string[],
  from: number,
  count: number,
): readonly EntryColumns[] {
  const quoted = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`);
  return connection.all<EntryColumns>(byTrigrams(table), quoted.join(" AND "), from, count);
}
