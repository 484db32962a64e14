import type { Timers } from "@parley/core";
import type { LiveSignals } from "./live-signals.ts";

/** A page that does not reconnect within this time counts as closed. */
const comeBackMs = 3_000;

export interface PageDeparturesParts {
  readonly timers: Timers;
  readonly signals: Pick<LiveSignals, "tellPage" | "hear">;
  /** Whether a page of this session has a stream on this node. */
  readonly isOpen: (sessionId: string) => boolean;
}

/**
 * Detects when the last page of a session is closed. A page may reconnect to another node, which tells this one. All
 * nodes are told, since the work that ends with the page may be on any. Best effort.
 */
export class PageDepartures {
  readonly #parts: PageDeparturesParts;
  /** Cancels the wait for a page, by session. */
  readonly #waiting = new Map<string, () => void>();
  /** Sessions with an open stream here and a later one on another node: their page has moved. */
  readonly #moved = new Set<string>();
  readonly #ends: readonly (() => void)[];
  #isClosed = false;
  #onGone: (sessionId: string) => void = () => {};

  constructor(parts: PageDeparturesParts) {
    this.#parts = parts;
    this.#ends = [
      parts.signals.hear("page-opened", (id = "") => this.#openedElsewhere(id)),
      parts.signals.hear("page-gone", (id = "") => this.#goneElsewhere(id)),
    ];
  }

  /** Calls back when no page of a session has reconnected for 3 s. One callback only. */
  onGone(callback: (sessionId: string) => void): void {
    this.#onGone = callback;
  }

  opened(sessionId: string): void {
    this.#moved.delete(sessionId);
    this.#stopWaiting(sessionId);
    this.#parts.signals.tellPage("page-opened", sessionId);
  }

  /** A stream has ended here. The session may have others. */
  left(sessionId: string): void {
    const { timers, signals, isOpen } = this.#parts;
    if (this.#isClosed || isOpen(sessionId) || this.#moved.delete(sessionId)) return;
    this.#stopWaiting(sessionId);
    const gone = () => {
      this.#waiting.delete(sessionId);
      this.#onGone(sessionId);
      signals.tellPage("page-gone", sessionId);
    };
    this.#waiting.set(sessionId, timers.after(comeBackMs, gone));
  }

  close(): void {
    this.#isClosed = true;
    for (const end of this.#ends) end();
    for (const sessionId of this.#waiting.keys()) this.#stopWaiting(sessionId);
  }

  #openedElsewhere(sessionId: string): void {
    this.#stopWaiting(sessionId);
    if (this.#parts.isOpen(sessionId)) this.#moved.add(sessionId);
  }

  #goneElsewhere(sessionId: string): void {
    if (this.#parts.isOpen(sessionId)) this.#moved.delete(sessionId);
    else this.#onGone(sessionId);
  }

  #stopWaiting(sessionId: string): void {
    this.#waiting.get(sessionId)?.();
    this.#waiting.delete(sessionId);
  }
}
