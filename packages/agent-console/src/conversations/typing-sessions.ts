import type { Outbox, Timers, TypingType } from "@parley/core";
import type { AccountSession } from "../accounts/accounts.ts";
import type { LiveEvents } from "../live/live-events.ts";
import type { LiveSignals } from "../live/live-signals.ts";

/** Without a repeat within this time, core tells the visitor that the agent stopped typing (ruling 19). */
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
 * Which sessions type in which conversations. When a session ends, its typing ends too (ruling 19). With several nodes,
 * the node that was told last keeps the state.
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

  /** For a session that has ended, or whose last page has closed. */
  endOf(sessionId: string): void {
    for (const [conversationId, { tellColleagues }] of this.#writing.get(sessionId) ?? []) {
      this.#forget(sessionId, conversationId);
      this.#parts.outbox.typing(conversationId, "typeout");
      tellColleagues("typeout");
    }
  }

  /** Clears all timers. The gateway ends the typing indicators. */
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
