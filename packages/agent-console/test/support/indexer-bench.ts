import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ManualTime } from "@parley/conformance";
import { onTestFinished } from "vitest";
import { InboxIndex } from "../../src/conversations/inbox/inbox-index.ts";
import { InboxIndexer } from "../../src/conversations/inbox/inbox-indexer.ts";
import { InboxLists } from "../../src/conversations/inbox/inbox-lists.ts";
import { openSqliteConsole } from "../../src/database/sqlite-console.ts";
import type { LiveEvent } from "../../src/live/live-event.ts";
import { LiveEvents } from "../../src/live/live-events.ts";
import { SharedFacts } from "./nodes/node-bench.ts";
import { onlyConsole } from "./only-console.ts";

const random = { token: (characters: number) => "a".repeat(characters), fraction: () => 0 };
const everything = { channelId: null, from: null, to: null };
/** An index of the inbox beside conversations that the test makes up. It ends with the test. */
export async function indexerBench() {
  const directory = await mkdtemp(join(tmpdir(), "parley-console-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const database = openSqliteConsole(directory, random);
  onTestFinished(() => database.close());
  const [facts, time, live] = [new SharedFacts(), new ManualTime(), new LiveEvents("here")];
  const index = new InboxIndex(database, "entries");
  const told: LiveEvent[] = [];
  const logged: string[] = [];
  const log = (event: string, fields = {}) =>
    logged.push([event, JSON.stringify(fields)].join(" "));
  const logger = { error: log, info: log };
  live.listen(({ event }) => told.push(event));
  const begin = (conversations = facts.conversations): InboxIndexer => {
    const indexer = new InboxIndexer({
      index,
      conversations,
      ownership: onlyConsole,
      live,
      clock: time,
      timers: time,
      logger,
    });
    onTestFinished(async () => indexer.close());
    return indexer;
  };
  const counts = () => new InboxLists(database).counts("ada", everything);
  return { database, facts, time, live, index, told, logged, begin, counts };
}
