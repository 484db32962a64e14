import type { ErasureListener, ErasureNotice } from "@parley/core";
import { forgetConversation } from "../conversations/inbox/inbox-index.ts";
import type { ConsoleDatabase, Queries } from "../database/console-database.ts";
import { eraseDrafts } from "../drafts/drafts.ts";
import type { LiveEvents } from "../live/live-events.ts";

/**
 * Deletes what one table keeps about an erased conversation. Whoever writes to that table asks within `runExclusively`
 * whether the conversation is there: then nothing is written after the notice.
 * @returns whether anything was deleted that people wrote
 */
type Cleaner = (queries: Queries, conversationId: string) => Promise<boolean>;

const cleaners: readonly Cleaner[] = [
  eraseDrafts,
  async (queries, conversationId) => {
    await forgetConversation(queries, conversationId);
    return false;
  },
];

/** Forgets erased conversations in the console's database, and tells the open pages of every node. */
export class ConsoleErasures implements ErasureListener {
  readonly #database: Pick<ConsoleDatabase, "forget">;
  readonly #live: Pick<LiveEvents, "forget" | "mention">;

  constructor(
    database: Pick<ConsoleDatabase, "forget">,
    live: Pick<LiveEvents, "forget" | "mention">,
  ) {
    this.#database = database;
    this.#live = live;
  }

  async erased({ conversationId }: ErasureNotice): Promise<void> {
    await this.#database.forget(async (queries) => {
      let hadText = false;
      for (const clean of cleaners) hadText = (await clean(queries, conversationId)) || hadText;
      return hadText;
    });
    this.#live.forget(conversationId);
    this.#live.mention({ type: "erased", data: { conversationId } });
  }
}
