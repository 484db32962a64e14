import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import Sqlite from "better-sqlite3";
import { fileName } from "../support/opened-stores.ts";

const landed = resolve(import.meta.dirname, "../../../../test/landed-schemas/store-sqlite-4.sql");
/** When the node wrote the file that is kept. */
export const writtenAt = 1_700_000_000_000;

/** Makes the file that the last version without owners wrote, in the middle of traffic. */
export function makeFourthFile(directory: string): void {
  withFile(directory, (file) => {
    // Else the tables of the search index could not be written.
    file.unsafeMode();
    file.transaction(() => file.exec(readFileSync(landed, "utf8")))();
  });
}

/**
 * What the version without owners writes for a visitor's first message, its failure and its report, in its own words: the
 * statements know no column that came later.
 */
export function writeAsFourth(directory: string, visitor: string): void {
  withFile(directory, (file) => {
    const conversation = file
      .prepare(
        `insert into conversations (id, channel, visitor_key, visitor_id, profile, created_at)
          values (?, 1, ?, ?, '{}', ?) returning conversation`,
      )
      .pluck()
      .get(`c-${visitor}`, visitor, JSON.stringify(visitor), writtenAt) as number;
    file.prepare("insert into activities values (?, ?, 3)").run(conversation, writtenAt);
    const delivery = file.prepare(`insert into deliveries
      (conversation, sequence, message_sequence, accepted_at, kind, message, identity, recipient_id, sender, state)
      values (?, ?, ?, ?, ?, ?, null, ?, ?, 0)`);
    delivery.run(conversation, 1, 1, writtenAt, 0, '{"type":"text","text":"hi"}', null, null);
    delivery.run(conversation, 2, 2, writtenAt, 1, '{"type":"text","text":"ho"}', '"v"', "{}");
    delivery.run(conversation, 3, 3, writtenAt, 2, '{"about":2}', null, null);
    const lane = file.prepare(`insert into lanes
      (conversation, kind, channel, head, waiting, attempt, started_at, due, parked, fencing_token, owner)
      values (?, ?, 1, ?, 1, 0, null, ?, null, null, null)`);
    for (const [kind, head] of [0, 1, 2].entries())
      lane.run(conversation, head, kind + 1, writtenAt);
  });
}

function withFile(directory: string, work: (file: Sqlite.Database) => void): void {
  const file = new Sqlite(join(directory, fileName));
  try {
    work(file);
  } finally {
    file.close();
  }
}
