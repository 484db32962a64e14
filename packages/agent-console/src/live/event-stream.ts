import type { IncomingMessage, ServerResponse } from "node:http";
import type { Timers } from "@parley/core";
import { createSession, type Session } from "better-sse";
import type { NumberedEvent } from "./live-events.ts";

/**
 * How often a page gets a sign of life: one that hears none for some 12 s knows that its stream is dead. Nothing between
 * closes a stream for its silence either.
 */
const beatMs = 5_000;
/** How much may wait for a page that does not read (as `writableLength` counts it); one event more is held at most. */
const backlogLimit = 512 * 1_024;
/** How long a page may take to read the rest of a stream that has ended. */
const closingMs = 1_000;

/**
 * One page's server-sent events, over a connection whose other side may be gone, slow or not reading at all: what waits
 * for it is bounded, nothing is written once it has ended, and its errors stay its own.
 */
export class EventStream {
  readonly #response: ServerResponse;
  /** An event that a page can hear, unlike a comment. It has no id: whoever comes back goes on from the last event. */
  readonly #beat: string;
  readonly #timers: Timers;
  readonly #restart: () => void;
  readonly #undo: (() => void)[] = [];
  #session: Session | null = null;
  #isBehind = false;
  #hasEnded: boolean;

  /** Every sign of life says whose stream it is. `restart` is called to bring a page up to date that was not told everything. */
  constructor(response: ServerResponse, timers: Timers, accountId: string, restart: () => void) {
    this.#response = response;
    this.#beat = `event:beat\ndata:${JSON.stringify({ accountId })}\n\n`;
    this.#timers = timers;
    this.#restart = restart;
    this.#hasEnded = response.destroyed;
    // With nobody listening, an error of this one connection would end the process.
    response.on("error", () => this.#stop());
    response.once("close", () => this.#stop());
  }

  /** Sends the head; `false` when the stream ended before. */
  async begin(request: IncomingMessage): Promise<boolean> {
    if (!this.#hasEnded) {
      this.#session = await createSession(request, this.#response, {
        // Its heartbeat goes on until the connection closes, so also after the end.
        keepAlive: null,
        retry: 1_000,
        headers: { "Cache-Control": "no-store, no-transform" },
      });
    }
    if (this.#hasEnded) this.#finish();
    else this.#keepAlive();
    return !this.#hasEnded;
  }

  /** Sends an event. A page that is too far behind gets no more until it has read what waits, and then starts again. */
  push({ id, event }: NumberedEvent): void {
    if (this.#hasEnded || this.#isBehind || !this.#session?.isConnected) return;
    if (this.#response.writableLength > backlogLimit) return this.#waitForPage();
    this.#session.push(event.data, event.type, id);
  }

  /** Ends the stream, whether or not the page reads. Ending it twice does nothing. */
  end(): void {
    if (this.#hasEnded) return;
    this.#stop();
    // Before the head is out, `begin` does it.
    if (this.#session !== null) this.#finish();
  }

  /** `undo` is called once the stream has ended for whatever reason; at once when it already has. */
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
    // `end` alone waits for a page to read, which it may never do.
    const cancel = this.#timers.after(closingMs, () => this.#response.destroy());
    this.#response.once("close", cancel);
    this.#response.end();
  }
}
