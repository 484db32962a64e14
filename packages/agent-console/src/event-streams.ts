import type { Timers } from "@parley/core";
import { createSession } from "better-sse";
import type { Request, Response } from "express";
import type { LiveEvents, NumberedEvent } from "./live-events.ts";
import type { Presence } from "./presence.ts";
import type { AccountSession } from "./accounts.ts";

/** How often a silent stream is written to, so that nothing between closes it. */
const heartbeatMs = 15_000;
/** A stream ends after this long; the page comes back at once, and so proves again that it is signed in. */
const lifetimeMs = 60 * 60 * 1_000;
/** A page that reads nothing while this much waits for it is cut off; it comes back and catches up. */
const backlogBytes = 1_024 * 1_024;

/** The open server-sent event streams, one per open page. */
export class EventStreams {
  readonly #live: LiveEvents;
  readonly #presence: Presence;
  readonly #timers: Timers;
  readonly #open = new Map<Response, string>();
  #closed = false;

  constructor(live: LiveEvents, presence: Presence, timers: Timers) {
    this.#live = live;
    this.#presence = presence;
    this.#timers = timers;
  }

  /** True once `close` was called: no stream may be opened. */
  get closed(): boolean {
    return this.#closed;
  }

  /**
   * Opens a stream that goes on after `Last-Event-ID`, or sends `reset` when that is unknown. Its first event is the
   * agent's own `presence`, so that every page has an id to come back with.
   */
  async open(request: Request, response: Response, session: AccountSession): Promise<void> {
    const stream = await createSession(request, response, {
      keepAlive: heartbeatMs,
      retry: 1_000,
      headers: { "Cache-Control": "no-store, no-transform" },
    });
    const lastId = stream.lastId;
    const push = ({ id, event }: NumberedEvent): void => {
      if (response.writableLength > backlogBytes) response.destroy();
      else if (stream.isConnected) stream.push(event.data, event.type, id);
    };
    // One turn: nothing can be published between the catching up and the listening.
    for (const numbered of this.#missed(lastId)) push(numbered);
    push({ id: this.#live.latestId, event: this.#greeting(session.account.id) });
    const deafen = this.#live.listen(push);
    const cancel = this.#timers.after(lifetimeMs, () => response.end());
    this.#open.set(response, session.id);
    const forget = (): void => {
      deafen();
      cancel();
      this.#open.delete(response);
    };
    if (!stream.isConnected) return forget();
    stream.once("disconnected", forget);
    if (this.#closed) response.end();
  }

  /** Ends the streams of a session that was signed out. */
  endOf(sessionId: string): void {
    for (const [response, id] of this.#open) if (id === sessionId) response.end();
  }

  /** Ends all streams and allows no more. */
  close(): void {
    this.#closed = true;
    for (const response of this.#open.keys()) response.end();
  }

  #missed(lastId: string): readonly NumberedEvent[] {
    if (lastId === "") return [];
    const reset: NumberedEvent = {
      id: this.#live.latestId,
      event: { type: "reset", data: {} },
    };
    return this.#live.since(lastId) ?? [reset];
  }

  #greeting(accountId: string): NumberedEvent["event"] {
    const available = this.#presence.isAvailable(accountId);
    const anyAvailable = this.#presence.isAnyAvailable();
    return { type: "presence", data: { accountId, available, anyAvailable } };
  }
}
