import type { Conversations, StoredMessage, Timers } from "@parley/core";
import { viewOfConversation } from "../conversations/conversation-view.ts";
import type { LiveEvents } from "./live-events.ts";
import type { Ownership } from "../owners/ownership.ts";
import { viewOfStored } from "../conversations/message-view.ts";

/** `message`: the message may be new to the pages. `state`: only its state changed. */
export type Change = "message" | "state";

type Changes = Map<number, Change>;

/** Changes within this time are read together. */
const gatherMs = 10;
/** Conversations read in parallel. */
const atOnce = 8;
/** With more changed conversations than this, pages reload everything. That costs less than telling each change. */
const pendingLimit = 300;
/** Pages are told to reload at most this often: each reload reads everything. */
const anewMs = 1_000;
/** Messages of one conversation read at once. */
const longest = 50;

export interface ChangedMessagesParts {
  readonly conversations: Pick<Conversations, "find" | "messages">;
  readonly live: Pick<LiveEvents, "relay">;
  readonly timers: Timers;
  readonly ownership: Pick<Ownership, "answeredBy">;
}

/** Reads messages that other nodes changed, and tells this node's pages. */
export class ChangedMessages {
  readonly #parts: ChangedMessagesParts;
  readonly #pending = new Map<string, Changes>();
  #isReading = false;
  #wasAnewLately = false;
  /** A reload is due. Single changes need not be told until then. */
  #isAnewDue = false;
  #isOver = false;
  #cancelAnew: () => void = () => {};

  constructor(parts: ChangedMessagesParts) {
    this.#parts = parts;
  }

  note(conversationId: string, sequence: number, change: Change): void {
    if (this.#isAnewDue) return;
    const changes = this.#pending.get(conversationId) ?? new Map<number, Change>();
    this.#pending.set(conversationId, changes);
    // A `message` event contains the state too.
    if (changes.get(sequence) !== "message") changes.set(sequence, change);
    if (this.#pending.size > pendingLimit) this.#startAnew();
    if (this.#isReading) return;
    this.#isReading = true;
    this.#parts.timers.after(gatherMs, () => void this.#readAll());
  }

  /** Drops all pending changes. */
  end(): void {
    this.#isOver = true;
    this.#cancelAnew();
  }

  #startAnew(): void {
    if (this.#isOver) return;
    this.#pending.clear();
    this.#isAnewDue = this.#wasAnewLately;
    if (this.#isAnewDue) return;
    this.#wasAnewLately = true;
    this.#parts.live.relay({ type: "reset", data: {} });
    this.#cancelAnew = this.#parts.timers.after(anewMs, () => {
      this.#wasAnewLately = false;
      if (this.#isAnewDue) this.#startAnew();
    });
  }

  async #readAll(): Promise<void> {
    while (this.#pending.size > 0) {
      const next = [...this.#pending].slice(0, atOnce);
      for (const [conversationId] of next) this.#pending.delete(conversationId);
      // The change poller finds what the store cannot answer now.
      await Promise.all(next.map(([id, changes]) => this.#tell(id, changes).catch(() => {})));
    }
    this.#isReading = false;
  }

  async #tell(conversationId: string, changes: Changes): Promise<void> {
    const newest = Math.max(...changes.keys());
    const span = newest - Math.min(...changes.keys()) + 1;
    if (span > longest) return this.#startAnew();
    const { conversations, ownership } = this.#parts;
    const conversation = await conversations.find(conversationId);
    if (conversation === null) return;
    // A message's sequence is the cursor of the page before it.
    const request = { before: String(newest + 1), limit: span };
    const { items } = await conversations.messages(conversationId, request);
    for (const stored of items) {
      const change = changes.get(stored.sequence);
      if (change === "state") this.#tellState(conversationId, stored);
      if (change !== "message") continue;
      const answeredBy = ownership.answeredBy(conversation);
      const isInbound = stored.direction === "inbound";
      // The other node signals after it accepted the message, but before it stores the state.
      const state = isInbound ? ({ state: "delivered" } as const) : {};
      this.#parts.live.relay({
        type: "message",
        data: {
          conversationId,
          message: { ...viewOfStored(stored), ...state },
          ...(isInbound && { conversation: viewOfConversation(conversation, answeredBy) }),
        },
      });
    }
  }

  #tellState(conversationId: string, { sequence, state, failure }: StoredMessage): void {
    const id = String(sequence);
    const data = { conversationId, id, state, ...(failure !== null && { failure }) };
    this.#parts.live.relay({ type: "state", data });
  }
}
