import type { IncomingMessage, ServerResponse } from "node:http";
import type { Conversations, Timers } from "@parley/core";
import type { AccountSession } from "../accounts/accounts.ts";
import { EventStream } from "./event-stream.ts";
import { conversationIdOf, isFor } from "./live-event.ts";
import type { LiveEvents, NumberedEvent } from "./live-events.ts";
import type { LiveSignals } from "./live-signals.ts";
import { PageDepartures } from "./page-departures.ts";
import type { Presence } from "../accounts/presence.ts";
import type { Sessions } from "../accounts/sessions.ts";

/** Maximum age of a stream. The page reconnects at once, and so proves again that it has a session. */
const lifetimeMs = 60 * 60 * 1_000;
/** No conversation has this id. */
const nobody = "-";
/** Replay limit in bytes. A page that missed more reloads everything, which costs less. */
const replayBytes = 256 * 1_024;

/** Open server-sent event streams. All pages of a browser share one. */
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

  /** Whether `close` was called. Then no stream may be opened. */
  get closed(): boolean {
    return this.#closed;
  }

  /**
   * Opens a stream that continues after `Last-Event-ID`, or sends `reset` when it cannot. Then sends the agent's own
   * `presence`, so that every page has an event id.
   */
  async open(
    request: IncomingMessage,
    response: ServerResponse,
    session: AccountSession,
  ): Promise<void> {
    const { id: accountId } = session.account;
    const stream = new EventStream(response, this.#timers, accountId, () => {
      stream.push(this.#reset());
      // On failure the stream ends. The page reconnects and asks again.
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
    // Checks that the store answers: without it there are no events. On failure the page is told.
    await this.#conversations.find(nobody);
    // The session may have ended since the guard checked it.
    if (this.#closed || !(await this.#sessions.isLive(session.id))) stream.end();
    if (!(await stream.begin(request))) return;
    // Synchronous, so that no event can be published between replay and subscription.
    const tell = (numbered: NumberedEvent): void => {
      if (isFor(numbered.event, accountId)) stream.push(numbered);
    };
    for (const numbered of this.#missed(lastId)) tell(numbered);
    stream.onEnd(this.#live.listen(tell));
    stream.onEnd(this.#timers.after(lifetimeMs, () => stream.end()));
    await this.#greet(stream, accountId).catch(() => stream.end());
  }

  /** Tells a session's pages that it has ended, and ends their streams. */
  endOf(sessionId: string): void {
    this.#onGone(sessionId);
    for (const [stream, { id }] of this.#open) {
      if (id !== sessionId) continue;
      stream.push({ id: this.#live.latestId, event: { type: "signed-out", data: {} } });
      stream.end();
    }
  }

  /**
   * Calls back when a session has ended, or none of its pages has reconnected to any node for 3 s. One callback only.
   */
  onGone(callback: (sessionId: string) => void): void {
    this.#onGone = callback;
    this.#departures.onGone(callback);
  }

  /** Whether a page of this session is open on this node. */
  isOpen(sessionId: string): boolean {
    return this.sessions().some(({ id }) => id === sessionId);
  }

  /** The session of each open page. */
  sessions(): readonly AccountSession[] {
    return [...this.#open.values()];
  }

  /** Ends all streams. Their pages reconnect. */
  endAll(): void {
    for (const stream of this.#open.keys()) stream.end();
  }

  /** Ends all streams and refuses new ones. */
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

  /**
   * The replay must not contain events of erased conversations. The notice of an erasure may come later, so this checks
   * each one.
   */
  async #forgetErased(lastId: string): Promise<void> {
    const ids = new Set(this.#missed(lastId).map(({ event }) => conversationIdOf(event)));
    for (const id of ids) {
      if (id === null || (await this.#conversations.find(id)) !== null) continue;
      // That a conversation has left the console is told even then.
      this.#live.forget(id, "owner");
    }
  }

  #reset(): NumberedEvent {
    return { id: this.#live.latestId, event: { type: "reset", data: {} } };
  }

  /**
   * Sends the agent's own presence. Reads it again when it changed meanwhile: otherwise the old value could follow the
   * new one.
   */
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

/** A browser sends the header when it reconnects. A page sends the query parameter when it opens a new stream. */
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
