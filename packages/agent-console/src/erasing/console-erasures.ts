import type { ErasureListener, ErasureNotice, Receipt } from "@parley/core";
import { forgetConversation } from "../conversations/inbox/inbox-index.ts";
import type { ConsoleDatabase, Queries } from "../database/console-database.ts";
import { eraseDrafts } from "../drafts/drafts.ts";
import type { LiveEvents } from "../live/live-events.ts";

/**
 * Deletes what the database keeps about an erased conversation. Nothing comes back after the notice: drafts are written
 * within `runForConversation`, where the conversation is asked for, and the inbox indexer reads again after it has written.
 * @returns whether anything was deleted that people wrote
 */
type Cleaner = (queries: Queries, conversationId: string) => Promise<boolean>;

const cleaners: readonly Cleaner[] = [
  eraseDrafts,
  async (queries, conversationId) => {
    // Ids and instants only.
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

  async erased({ conversationId }: ErasureNotice): Promise<Receipt> {
    await this.#database.forget(conversationId, async (queries) => {
      let hadText = false;
      for (const clean of cleaners) hadText = (await clean(queries, conversationId)) || hadText;
      return hadText;
    });
    this.#live.forget(conversationId);
    this.#live.mention({ type: "erased", data: { conversationId } });
    return { outcome: "taken" };
  }
}
