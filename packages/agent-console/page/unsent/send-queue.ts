import type { Warning } from "@parley/core";
import type { Draft } from "../api/api.ts";
import { ApiError, isGone } from "../api/call.ts";
import { messageKey } from "./message-key.ts";
import { isResumed, isUnsettled, SendRetries } from "./send-retries.ts";
import { messagesOf, type UnsentMessage } from "./unsent-state.ts";
import type { UnsentStore } from "./unsent-store.ts";

/** The gateway's confirmation of a message. */
export interface Confirmation {
  readonly warnings: readonly Warning[];
}

export interface SendQueueOptions {
  readonly store: UnsentStore;
  /** Sends to the gateway; throws the reason when it fails. */
  readonly send: (message: UnsentMessage) => Promise<Confirmation>;
  /** Called when the gateway has confirmed a message. */
  readonly onSent: (message: UnsentMessage, confirmation: Confirmation) => void;
  readonly now: () => number;
  /** Calls `work` once after `ms`. Returns the function that cancels it. */
  readonly later: (work: () => void, ms: number) => () => void;
  /** Called when the session has ended. Waiting messages are sent after the next sign-in. */
  readonly onSignedOut: () => void;
}

/** When another tab's message makes no progress for this long, that tab counts as closed. */
const takeOverMs = 30_000;
const interrupted = "The page was closed before the gateway confirmed it.";
const tooLate = "The session ended before it was sent.";

/**
 * Sends messages, one at a time per conversation. Behind a failed message, later ones wait until it is retried or
 * discarded. A message stays in the store until the gateway confirms it.
 */
export class SendQueue {
  readonly #options: SendQueueOptions;
  /** Keys of messages that this page is sending. */
  readonly #underWay = new Set<string>();
  readonly #takeOvers = new Map<string, () => void>();
  readonly #retries: SendRetries;
  #closed = false;

  constructor(options: SendQueueOptions) {
    this.#options = options;
    this.#retries = new SendRetries({ later: options.later, retry: (key) => this.#settle(key) });
  }

  /** Continues with messages of an earlier page or another tab. */
  resume(): void {
    const { store, now } = this.#options;
    const { messages } = store.getState();
    for (const message of messages.filter(({ state }) => state === "sending")) {
      if (isResumed(message, now())) store.setMessage({ ...message, state: "queued" });
      else fail(store, message, interrupted, true);
    }
    for (const first of this.#firsts()) {
      if (first.state === "queued" && !isResumed(first, now())) {
        fail(store, first, tooLate, first.doubtful);
      }
      this.#next(first.conversationId);
    }
  }

  submit(
    conversationId: string,
    draftId: string,
    draft: Draft,
    from: UnsentMessage["from"] = undefined,
  ): void {
    const { store, now } = this.#options;
    const key = messageKey(draftId, draft);
    const newest = store.getState().messages.at(-1)?.at ?? 0;
    const at = Math.max(now(), newest + 1);
    const message = { key, conversationId, draftId, draft, at, reason: null, doubtful: false };
    store.setMessage({ ...message, ...(from && { from }), state: "queued" });
    this.#next(conversationId);
  }

  retry(key: string): void {
    const { store } = this.#options;
    const message = store.getState().messages.find((each) => each.key === key);
    if (message === undefined) return;
    this.#retries.callOff(key);
    const state = this.#underWay.has(key) ? "sending" : "queued";
    store.setMessage({ ...message, state, reason: null });
    this.#next(message.conversationId);
  }

  /** Drops a message at the agent's request. */
  discard({ key, conversationId }: UnsentMessage): void {
    this.#retries.forget(key);
    this.#options.store.removeMessage(key);
    this.#next(conversationId);
  }

  /** After a reconnect: repeats messages that the gateway may have stored without confirming. */
  reconnected(): void {
    const { store, now } = this.#options;
    const unsettled = store.getState().messages.filter((message) => isUnsettled(message, now()));
    for (const { key } of unsettled) this.retry(key);
  }

  /** After a change by another tab: takes over its messages once it is closed. */
  watch(): void {
    for (const { key } of this.#firsts().filter((first) => this.#isOfAnother(first))) {
      if (this.#takeOvers.has(key)) continue;
      const takeOver = (): void => {
        this.#takeOvers.delete(key);
        const first = this.#firsts().find((each) => each.key === key);
        if (first !== undefined && this.#isOfAnother(first)) this.retry(key);
      };
      this.#takeOvers.set(key, this.#options.later(takeOver, takeOverMs));
    }
  }

  close(): void {
    this.#closed = true;
    for (const callOff of this.#takeOvers.values()) callOff();
    this.#retries.close();
  }

  /** The oldest message of each conversation. Only these may be sent. */
  #firsts(): readonly UnsentMessage[] {
    const { messages } = this.#options.store.getState();
    const ids = new Set<string>();
    return messages.filter(({ conversationId: id }) => !ids.has(id) && ids.add(id));
  }

  #isOfAnother({ key, state }: UnsentMessage): boolean {
    return state !== "failed" && !this.#underWay.has(key);
  }

  #next(conversationId: string): void {
    const { store, now } = this.#options;
    const [first] = messagesOf(store.getState(), conversationId);
    if (this.#closed || first === undefined || this.#underWay.has(first.key)) return;
    if (isUnsettled(first, now())) this.#retries.plan(first.key);
    else if (first.state === "queued") void this.#send(first, "sending");
  }

  /** Repeats a message that may have been stored. It is shown as unsent until the answer arrives. */
  #settle(key: string): void {
    const first = this.#firsts().find((each) => each.key === key);
    if (this.#closed || first === undefined || this.#underWay.has(key)) return;
    if (isUnsettled(first, this.#options.now())) void this.#send(first, "failed");
  }

  async #send(message: UnsentMessage, state: UnsentMessage["state"]): Promise<void> {
    const { store, send, onSent, onSignedOut } = this.#options;
    const { key, conversationId } = message;
    this.#underWay.add(key);
    store.setMessage({ ...message, state });
    let isSignedOut = false;
    try {
      const confirmation = await send(message);
      this.#retries.forget(key);
      store.removeMessage(key);
      if (!this.#closed) onSent(message, confirmation);
    } catch (error) {
      if (this.#closed) return;
      if (isGone(error)) {
        store.removeConversation(conversationId);
      } else if (store.getState().messages.some((each) => each.key === key)) {
        // Otherwise another tab has sent it.
        isSignedOut = saysSignedOut(error);
        if (isSignedOut) store.setMessage({ ...message, state: "queued", reason: null });
        else fail(store, message, wordsOf(error), mayHaveArrived(error));
      }
    } finally {
      this.#underWay.delete(key);
      if (isSignedOut) onSignedOut();
      else this.#next(conversationId);
    }
  }
}

function fail(store: UnsentStore, message: UnsentMessage, reason: string, doubtful: boolean): void {
  store.setMessage({ ...message, state: "failed", reason, doubtful });
}

/** Only the gateway's own 401 counts, not one of a proxy. */
function saysSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code !== null;
}

/** Whether the gateway may have stored an unconfirmed message. */
function mayHaveArrived(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : "Something went wrong.";
}
