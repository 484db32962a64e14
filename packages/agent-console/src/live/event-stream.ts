import type { IncomingMessage, ServerResponse } from "node:http";
import type { Timers } from "@parley/core";
import { createSession, type Session } from "better-sse";
import type { NumberedEvent } from "./live-events.ts";

/**
 * Interval of heartbeats. A page without one for about 12 s treats its stream as dead. Heartbeats also keep proxies
 * from closing an idle stream.
 */
const beatMs = 5_000;
/** Limit of unsent bytes for a slow page (see `writableLength`). The queue may exceed it by one event. */
const backlogLimit = 512 * 1_024;
/** How long a page may take to read the rest of an ended stream. */
const closingMs = 1_000;

/**
 * Server-sent events for one page. The peer may be gone, slow, or not reading. The backlog is bounded, nothing is
 * written after the end, and errors stay within this stream.
 */
export class EventStream {
  readonly #response: ServerResponse;
  /** An event, since pages cannot see comments. It has no id, so the page's last event id stays. */
  readonly #beat: string;
  readonly #timers: Timers;
  readonly #restart: () => void;
  readonly #undo: (() => void)[] = [];
  #session: Session | null = null;
  #isBehind = false;
  #hasEnded: boolean;

  /** Every heartbeat carries the account's id. `restart` is called for a page that missed events. */
  constructor(response: ServerResponse, timers: Timers, accountId: string, restart: () => void) {
    this.#response = response;
    this.#beat = `event:beat\ndata:${JSON.stringify({ accountId })}\n\n`;
    this.#timers = timers;
    this.#restart = restart;
    this.#hasEnded = response.destroyed;
    // Without a listener, an error of this connection would end the process.
    response.on("error", () => this.#stop());
    response.once("close", () => this.#stop());
  }

  /** Sends the headers. `false` when the stream has ended already. */
  async begin(request: IncomingMessage): Promise<boolean> {
    if (!this.#hasEnded) {
      this.#session = await createSession(request, this.#response, {
        // The library's heartbeat would continue after the end, until the connection closes.
        keepAlive: null,
        retry: 1_000,
        headers: { "Cache-Control": "no-store, no-transform" },
      });
    }
    if (this.#hasEnded) this.#finish();
    else this.#keepAlive();
    return !this.#hasEnded;
  }

  /** Sends an event. A page with too large a backlog gets nothing more until it has read it. Then it restarts. */
  push({ id, event }: NumberedEvent): void {
    if (this.#hasEnded || this.#isBehind || !this.#session?.isConnected) return;
    if (this.#response.writableLength > backlogLimit) return this.#waitForPage();
    this.#session.push(event.data, event.type, id);
  }

  /** Ends the stream even when the page does not read. A second call does nothing. */
  end(): void {
    if (this.#hasEnded) return;
    this.#stop();
    // Before the headers are sent, `begin` ends the stream.
    if (this.#session !== null) this.#finish();
  }

  /** Calls `undo` once the stream has ended for any reason; at once when it has ended already. */
  onEnd(undo: () => void): void {
    if (this.#hasEnded) undo();
    else this.#undo.push(undo);
  }

  #waitForPage(): void {
    this.#isBehind = true;
    this.#response.once("drain", () => {
      this.#isBehind = false;
      this.#restart();
    });
  }

  #keepAlive(): void {
    let cancel = (): void => {};
    const beat = (): void => {
      if (!this.#response.writableNeedDrain) this.#response.write(this.#beat);
      cancel = this.#timers.after(beatMs, beat);
    };
    beat();
    this.onEnd(() => cancel());
  }

  #stop(): void {
    this.#hasEnded = true;
    for (const undo of this.#undo.splice(0)) undo();
  }

  #finish(): void {
    if (this.#response.destroyed) return;
    // `end` alone waits until the page reads, which may never happen.
    const cancel = this.#timers.after(closingMs, () => this.#response.destroy());
    this.#response.once("close", cancel);
    this.#response.end();
  }
}
