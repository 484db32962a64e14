import type { Warning } from "@parley/core";
import type { Draft } from "../api.ts";
import { ApiError, isGone } from "../call.ts";
import { messageKey } from "./message-key.ts";
import { messagesOf, type UnsentMessage } from "./unsent-state.ts";
import type { UnsentStore } from "./unsent-store.ts";

/** What the gateway says of a message that it has. */
export interface Confirmation {
  readonly warnings: readonly Warning[];
}

export interface SendQueueOptions {
  readonly store: UnsentStore;
  /** Asks the gateway; throws why it could not. */
  readonly send: (conversationId: string, draft: Draft, key: string) => Promise<Confirmation>;
  /** Told when the gateway has a message. */
  readonly onSent: (message: UnsentMessage, confirmation: Confirmation) => void;
  readonly now: () => number;
  /** Calls `work` once after that long; the returned function calls it off. */
  readonly later: (work: () => void, ms: number) => () => void;
}

/** So long after it was sent an interrupted message is sent on by itself; later the agent decides. */
const resumedForMs = 10 * 60_000;
/** A tab that sends another one's message is gone when nothing became of it for so long. */
const takeOverMs = 30_000;
const interrupted = "The page was closed before the gateway had confirmed it.";

/**
 * Sends messages, those of one conversation one after the other: behind one that failed the next wait until it was tried
 * again or discarded. A message stays in the store until the gateway has confirmed it.
 */
export class SendQueue {
  readonly #options: SendQueueOptions;
  /** Keys of messages that this page is sending. */
  readonly #underWay = new Set<string>();
  readonly #takeOvers = new Map<string, () => void>();
  #closed = false;

  constructor(options: SendQueueOptions) {
    this.#options = options;
  }

  /** What an earlier page, or another tab, may have left behind. */
  resume(): void {
    const { store, now } = this.#options;
    const { messages } = store.getState();
    for (const message of messages.filter(({ state }) => state !== "failed")) {
      if (now() < message.at + resumedForMs) store.setMessage({ ...message, state: "queued" });
      else fail(store, message, interrupted, true);
    }
    for (const { conversationId } of messages) this.#next(conversationId);
  }

  submit(conversationId: string, draftId: string, draft: Draft): void {
    const { store, now } = this.#options;
    const key = messageKey(draftId, draft);
    const newest = store.getState().messages.at(-1)?.at ?? 0;
    const at = Math.max(now(), newest + 1);
    const message = { key, conversationId, draftId, draft, at, reason: null, doubtful: false };
    store.setMessage({ ...message, state: "queued" });
    this.#next(conversationId);
  }

  retry(key: string): void {
    const { store } = this.#options;
    const message = store.getState().messages.find((each) => each.key === key);
    if (message === undefined) return;
    store.setMessage({ ...message, state: "queued", reason: null });
    this.#next(message.conversationId);
  }

  /** The agent gave it up. */
  discard({ key, conversationId }: UnsentMessage): void {
    this.#options.store.removeMessage(key);
    this.#next(conversationId);
  }

  /** The gateway is there again: what it may have without having been able to say so is settled. */
  reconnected(): void {
    const { store, now } = this.#options;
    const isUnsettled = ({ state, doubtful, at }: UnsentMessage): boolean =>
      state === "failed" && doubtful && now() < at + resumedForMs;
    for (const { key } of store.getState().messages.filter(isUnsettled)) this.retry(key);
  }

  /** Another tab may have changed something: what it began is carried on here once it is gone. */
  watch(): void {
    const { store, later } = this.#options;
    const others = store
      .getState()
      .messages.filter(({ key, state }) => state !== "failed" && !this.#underWay.has(key));
    for (const { key } of others) {
      if (this.#takeOvers.has(key)) continue;
      const takeOver = (): void => {
        this.#takeOvers.delete(key);
        const message = store.getState().messages.find((each) => each.key === key);
        if (message !== undefined && message.state !== "failed") this.retry(key);
      };
      this.#takeOvers.set(key, later(takeOver, takeOverMs));
    }
  }

  close(): void {
    this.#closed = true;
    for (const callOff of this.#takeOvers.values()) callOff();
  }

  #next(conversationId: string): void {
    const [first] = messagesOf(this.#options.store.getState(), conversationId);
    if (this.#closed || first === undefined || first.state !== "queued") return;
    if (!this.#underWay.has(first.key)) void this.#send(first);
  }

  async #send(message: UnsentMessage): Promise<void> {
    const { store, send, onSent } = this.#options;
    const { key, conversationId, draft } = message;
    this.#underWay.add(key);
    store.setMessage({ ...message, state: "sending" });
    try {
      const confirmation = await send(conversationId, draft, key);
      store.removeMessage(key);
      if (!this.#closed) onSent(message, confirmation);
    } catch (error) {
      if (this.#closed) return;
      if (isGone(error)) {
        store.removeConversation(conversationId);
      } else if (store.getState().messages.some((each) => each.key === key)) {
        // Otherwise another tab had more luck.
        fail(store, message, wordsOf(error), mayHaveArrived(error));
      }
    } finally {
      this.#underWay.delete(key);
      this.#next(conversationId);
    }
  }
}

function fail(store: UnsentStore, message: UnsentMessage, reason: string, doubtful: boolean): void {
  store.setMessage({ ...message, state: "failed", reason, doubtful });
}

/** Whether the gateway may have stored what it did not confirm. */
function mayHaveArrived(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : "Something went wrong.";
}
