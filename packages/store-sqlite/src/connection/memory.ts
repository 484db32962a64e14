import { ChannelKeys } from "../channels/channel-keys.ts";
import { ConversationCache } from "../rows/conversation-cache.ts";

/** Rows that are kept in memory between calls, as of the last commit. */
export class Memory {
  readonly channels = new ChannelKeys();
  readonly conversations = new ConversationCache();
  #keep: (() => void) | null = null;

  /** Runs `keep` once the running transaction has been committed. */
  afterCommit(keep: () => void): void {
    this.#keep = keep;
  }

  committed(): void {
    this.#keep?.();
    this.#keep = null;
  }

  /** Call it when rows may differ from the memory. */
  clear(): void {
    this.#keep = null;
    this.channels.clear();
    this.conversations.clear();
  }
}
