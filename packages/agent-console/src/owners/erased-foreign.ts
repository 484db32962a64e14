import type { Conversations, Timers } from "@parley/core";
import type { InboxIndex } from "../conversations/inbox/inbox-index.ts";
import type { ConsoleErasures } from "../erasing/console-erasures.ts";
import type { Ownership } from "./ownership.ts";

const lookMs = 5_000;
/** Entries that are looked at each time. */
const batch = 50;

export interface ErasedForeignParts {
  readonly index: Pick<InboxIndex, "foreignAfter">;
  readonly conversations: Pick<Conversations, "find">;
  readonly ownership: Pick<Ownership, "readsOthers" | "isElsewhere">;
  readonly erasures: Pick<ConsoleErasures, "erased">;
  readonly timers: Timers;
}

/**
 * Forgets erased conversations that the console could only read: of those it hears no notice. Looks at all that it knows,
 * some at a time.
 */
export class ErasedForeign {
  readonly #parts: ErasedForeignParts;
  /** Id of the entry that was looked at last; empty: it begins anew. */
  #last = "";
  #isClosed = false;
  #cancel: () => void = () => {};

  constructor(parts: ErasedForeignParts) {
    this.#parts = parts;
    if (parts.ownership.readsOthers) this.#lookLater();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel();
  }

  #lookLater(): void {
    if (this.#isClosed) return;
    this.#cancel = this.#parts.timers.after(lookMs, () => {
      // What cannot be read now is read the next time.
      void this.#look()
        .catch(() => undefined)
        .then(() => this.#lookLater());
    });
  }

  async #look(): Promise<void> {
    const { index, conversations, ownership, erasures } = this.#parts;
    const entries = await index.foreignAfter(this.#last, batch);
    for (const { conversationId, channelId } of entries) {
      if ((await conversations.find(conversationId)) !== null) continue;
      if (await ownership.isElsewhere(conversationId)) continue;
      await erasures.erased({ conversationId, channelId });
    }
    this.#last = entries.length < batch ? "" : (entries.at(-1)?.conversationId ?? "");
  }
}
