import type { Outbox, Timers, TypingType } from "@parley/core";
import type { AccountSession } from "../accounts/accounts.ts";
import type { LiveEvents } from "../live/live-events.ts";
import type { LiveSignals } from "../live/live-signals.ts";

/** Without a repeat for this long the core tells the visitor that the agent stopped (ruling 19). */
const endsMs = 10_000;

export interface TypingSessionsParts {
  readonly outbox: Pick<Outbox, "typing">;
  readonly live: Pick<LiveEvents, "mention">;
  readonly signals: Pick<LiveSignals, "hear">;
  readonly timers: Timers;
}

interface Writing {
  readonly accountId: string;
  readonly tellColleagues: (type: TypingType) => void;
  readonly cancelTimer: () => void;
}

/**
 * Which session types where, so that whoever is gone types no more (ruling 19). Of several nodes the one that was told
 * last knows it, and ends it.
 */
export class TypingSessions {
  readonly #parts: TypingSessionsParts;
  /** By session, then by conversation. */
  readonly #writing = new Map<string, Map<string, Writing>>();
  readonly #stopListening: () => void;
  #isClosed = false;

  constructor(parts: TypingSessionsParts) {
    this.#parts = parts;
    this.#stopListening = parts.signals.hear("writing", (...words) =>
      this.#wroteElsewhere(...words),
    );
  }

  typed({ id, account }: AccountSession, conversationId: string, type: TypingType): void {
    const { outbox, live } = this.#parts;
    const tellColleagues = (told: TypingType): void => {
      const data = { conversationId, accountId: account.id, name: account.name, type: told };
      live.mention({ type: "writing", data });
    };
    this.#forget(id, conversationId);
    if (type === "typein" && !this.#isClosed)
      this.#remember(id, conversationId, account.id, tellColleagues);
    outbox.typing(conversationId, type);
    tellColleagues(type);
  }

  /** A session is over, or its last page is gone. */
  endOf(sessionId: string): void {
    for (const [conversationId, { tellColleagues }] of this.#writing.get(sessionId) ?? []) {
      this.#forget(sessionId, conversationId);
      this.#parts.outbox.typing(conversationId, "typeout");
      tellColleagues("typeout");
    }
  }

  /** Remembers nobody any more, so that no timer outlives the console. The gateway ends what is open. */
  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    for (const [sessionId, writing] of this.#writing)
      for (const conversationId of writing.keys()) this.#forget(sessionId, conversationId);
  }

  #wroteElsewhere(conversationId = "", accountId = ""): void {
    for (const [sessionId, writing] of this.#writing)
      if (writing.get(conversationId)?.accountId === accountId)
        this.#forget(sessionId, conversationId);
  }

  #remember(
    sessionId: string,
    conversationId: string,
    accountId: string,
    tellColleagues: Writing["tellColleagues"],
  ): void {
    const writing = this.#writing.get(sessionId) ?? new Map<string, Writing>();
    const cancelTimer = this.#parts.timers.after(endsMs, () => {
      this.#forget(sessionId, conversationId);
      tellColleagues("typeout");
    });
    writing.set(conversationId, { accountId, tellColleagues, cancelTimer });
    this.#writing.set(sessionId, writing);
  }

  #forget(sessionId: string, conversationId: string): void {
    const writing = this.#writing.get(sessionId);
    writing?.get(conversationId)?.cancelTimer();
    writing?.delete(conversationId);
    if (writing?.size === 0) this.#writing.delete(sessionId);
  }
}
