import type { IncomingMessage, ServerResponse } from "node:http";
import type { Conversations, Timers } from "@parley/core";
import type { AccountSession } from "../accounts/accounts.ts";
import { EventStream } from "./event-stream.ts";
import { conversationIdOf } from "./live-event.ts";
import type { LiveEvents, NumberedEvent } from "./live-events.ts";
import type { LiveSignals } from "./live-signals.ts";
import { PageDepartures } from "./page-departures.ts";
import type { Presence } from "../accounts/presence.ts";
import type { Sessions } from "../accounts/sessions.ts";

/** A stream ends after this long; the page comes back at once, and so proves again that it is signed in. */
const lifetimeMs = 60 * 60 * 1_000;
/** No conversation has this id. */
const nobody = "-";
/** What a page that comes back is sent at most; one that missed more loads everything again, which costs less. */
const replayBytes = 256 * 1_024;

/** The open server-sent event streams: one for all pages of a browser. */
export class EventStreams {
  readonly #live: LiveEvents;
  readonly #presence: Pick<Presence, "viewOf">;
  readonly #timers: Timers;
  readonly #conversations: Pick<Conversations, "find">;
  readonly #sessions: Pick<Sessions, "isLive">;
  readonly #departures: PageDepartures;
  readonly #open = new Map<EventStream, AccountSession>();
  #closed = false;
  #onGone: (sessionId: string) => void = () => {};

  constructor(
    live: LiveEvents,
    presence: Pick<Presence, "viewOf">,
    timers: Timers,
    conversations: Pick<Conversations, "find">,
    sessions: Pick<Sessions, "isLive">,
    signals: Pick<LiveSignals, "tellPage" | "hear">,
  ) {
    this.#live = live;
    this.#presence = presence;
    this.#timers = timers;
    this.#conversations = conversations;
    this.#sessions = sessions;
    const isOpen = (sessionId: string) => this.isOpen(sessionId);
    this.#departures = new PageDepartures({ timers, signals, isOpen });
  }

  /** True once `close` was called: no stream may be opened. */
  get closed(): boolean {
    return this.#closed;
  }

  /**
   * Opens a stream that goes on after `Last-Event-ID`, or sends `reset` when it cannot. Then comes the agent's own
   * `presence`, so that every page has an id to come back with.
   */
  async open(
    request: IncomingMessage,
    response: ServerResponse,
    session: AccountSession,
  ): Promise<void> {
    const { id: accountId } = session.account;
    const stream = new EventStream(response, this.#timers, accountId, () => {
      stream.push(this.#reset());
      // A page that cannot be told comes back, and asks again.
      this.#greet(stream, accountId).catch(() => stream.end());
    });
    this.#open.set(stream, session);
    this.#departures.opened(session.id);
    stream.onEnd(() => {
      this.#open.delete(stream);
      this.#departures.left(session.id);
    });
    const lastId = lastIdOf(request);
    await this.#forgetErased(lastId);
    // Without the store no news would come: then the page is told so.
    await this.#conversations.find(nobody);
    // The session may have ended between the guard's look at it and now.
    if (this.#closed || !(await this.#sessions.isLive(session.id))) stream.end();
    if (!(await stream.begin(request))) return;
    // One turn: nothing can be published between the catching up and the listening.
    for (const numbered of this.#missed(lastId)) stream.push(numbered);
    stream.onEnd(this.#live.listen((numbered) => stream.push(numbered)));
    stream.onEnd(this.#timers.after(lifetimeMs, () => stream.end()));
    await this.#greet(stream, accountId).catch(() => stream.end());
  }

  /** Tells the pages of a session that it is over, and ends their streams. */
  endOf(sessionId: string): void {
    this.#onGone(sessionId);
    for (const [stream, { id }] of this.#open) {
      if (id !== sessionId) continue;
      stream.push({ id: this.#live.latestId, event: { type: "signed-out", data: {} } });
      stream.end();
    }
  }

  /** Calls back when a session is over, or none of its pages has come back to any node for 3 s; one at a time may ask. */
  onGone(callback: (sessionId: string) => void): void {
    this.#onGone = callback;
    this.#departures.onGone(callback);
  }

  /** Whether a page of this session is open. */
  isOpen(sessionId: string): boolean {
    return this.sessions().some(({ id }) => id === sessionId);
  }

  /** The session of each open page. */
  sessions(): readonly AccountSession[] {
    return [...this.#open.values()];
  }

  /** Ends all streams; their pages come back. */
  endAll(): void {
    for (const stream of this.#open.keys()) stream.end();
  }

  /** Ends all streams and allows no more. */
  close(): void {
    this.#closed = true;
    this.#departures.close();
    this.endAll();
  }

  #missed(lastId: string): readonly NumberedEvent[] {
    if (lastId === "") return [];
    const missed = this.#live.since(lastId);
    return missed !== null && isShort(missed) ? missed : [this.#reset()];
  }

  /** What an erased conversation said must not be said again; the core does not tell when it erases one. */
  async #forgetErased(lastId: string): Promise<void> {
    const ids = new Set(this.#missed(lastId).map(({ event }) => conversationIdOf(event)));
    for (const id of ids) {
      if (id === null || (await this.#conversations.find(id)) !== null) continue;
      this.#live.forget(id);
    }
  }

  #reset(): NumberedEvent {
    return { id: this.#live.latestId, event: { type: "reset", data: {} } };
  }

  /** Tells the agent's own presence: read again when it changed meanwhile, else the old would come after the new. */
  async #greet(stream: EventStream, accountId: string): Promise<void> {
    for (let isOld = true; isOld;) {
      isOld = false;
      const deafen = this.#live.listen(({ event }) => {
        if (event.type === "presence") isOld = true;
      });
      const view = await this.#presence.viewOf(accountId).finally(deafen);
      const event = { type: "presence", data: { accountId, ...view } } as const;
      if (!isOld) stream.push({ id: this.#live.latestId, event });
    }
  }
}

/** A browser says it in the header when it comes back by itself; the page in the address, when it begins anew. */
function lastIdOf(request: IncomingMessage): string {
  const header = request.headers["last-event-id"];
  if (typeof header === "string") return header;
  return new URL(request.url ?? "/", "http://console").searchParams.get("lastEventId") ?? "";
}

function isShort(missed: readonly NumberedEvent[]): boolean {
  let bytes = 0;
  for (const { event } of missed) {
    bytes += Buffer.byteLength(JSON.stringify(event.data));
    if (bytes > replayBytes) return false;
  }
  return true;
}
