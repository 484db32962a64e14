import type { Clock, Conversations, Logger, Timers } from "@parley/core";
import type { ConsoleDatabase } from "../../database/console-database.ts";
import type { LiveEvents } from "../../live/live-events.ts";
import type { Ownership } from "../../owners/ownership.ts";
import { InboxIndex } from "./inbox-index.ts";
import { InboxIndexer } from "./inbox-indexer.ts";
import { InboxLists } from "./inbox-lists.ts";
import { InboxService } from "./inbox-service.ts";
import { ReadMarks } from "./read-marks.ts";

export interface InboxGround {
  readonly database: ConsoleDatabase;
  readonly conversations: Conversations;
  readonly ownership: Ownership;
  readonly live: LiveEvents;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

/** The parts of the inbox, named as in `ConsoleParts`. */
export interface InboxParts {
  readonly inbox: InboxService;
  readonly inboxIndex: InboxIndex;
  readonly inboxIndexer: InboxIndexer;
  readonly inboxLists: InboxLists;
  readonly readMarks: ReadMarks;
}

/** Builds the inbox. Its indexer runs until it is closed. */
export function openInbox(ground: InboxGround): InboxParts {
  const { database, conversations, clock, ownership } = ground;
  const index = new InboxIndex(database, scopeOf(ownership));
  const indexer = new InboxIndexer({ ...ground, index });
  const lists = new InboxLists(database);
  const marks = new ReadMarks(database, clock);
  return {
    inbox: new InboxService({ conversations, index, indexer, lists, marks, ownership }),
    inboxIndex: index,
    inboxIndexer: indexer,
    inboxLists: lists,
    readMarks: marks,
  };
}

/** The index is complete for these conversations. When the console may read others than before, it is made anew. */
function scopeOf({ isShared, readable }: Ownership): string {
  return isShared ? `entries ${readable.join(" ")}` : "entries";
}
