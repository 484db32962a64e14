import type { Clock, Conversations, Timers } from "@parley/core";
import type { ChangedMessages } from "./changed-messages.ts";
import type { EventStreams } from "./event-streams.ts";
import type { LiveEvent } from "./live-event.ts";
import type { LiveEvents } from "./live-events.ts";
import { firstItems } from "../http/filled-page.ts";
import type { OwnerWatch } from "../owners/owner-watch.ts";
import type { Sessions } from "../accounts/sessions.ts";

const lookMs = 5_000;
/** After this long without a successful poll, the node may have missed events for its pages. */
const blindMs = 12_000;
/** A message may become readable this long after it was accepted. Each poll looks back this far. */
const overlapMs = 10_000;
/** One poll reads this many newest conversations, and this many messages of each. */
const conversationsSeen = 50;
const messagesSeen = 50;
/** Limits on remembered messages, and on undelivered messages that are watched. */
const toldLimit = 2_000;
const waitingLimit = 200;

export interface ChangePollerParts {
  readonly live: LiveEvents;
  readonly changes: Pick<ChangedMessages, "note">;
  readonly streams: Pick<EventStreams, "sessions" | "endOf" | "endAll">;
  readonly conversations: Pick<Conversations, "list" | "messages">;
  readonly ownerWatch: Pick<OwnerWatch, "begin" | "heard" | "look">;
  readonly sessions: Pick<Sessions, "isLive">;
  readonly clock: Clock;
  readonly timers: Timers;
}

/**
 * Finds changes by other nodes whose signals were lost, while pages are open. Every 5 s it reads the newest
 * conversations, undelivered messages and sessions. When the store fails for long, it ends the pages' streams. The
 * pages then know that they get no news, and may connect to another node.
 */
export class ChangePoller {
  readonly #parts: ChangePollerParts;
  readonly #told = new Set<string>();
  readonly #waiting = new Map<string, readonly [string, number]>();
  #begunAt = 0;
  #since = 0;
  #round = 0;
  #cancel: () => void = () => {};
  #cancelBlind: () => void = () => {};
  #deafen: () => void = () => {};

  constructor(parts: ChangePollerParts) {
    this.#parts = parts;
  }

  /** Starts from now. Pages load older data themselves. */
  begin(): void {
    const { live, clock } = this.#parts;
    this.#begunAt = clock.now();
    this.#since = this.#begunAt;
    this.#round += 1;
    this.#parts.ownerWatch.begin();
    this.#deafen = live.overhear((event) => this.#remember(event));
    this.#lookLater(this.#round);
    this.#hasSeen();
  }

  end(): void {
    this.#round += 1;
    this.#cancel();
    this.#cancelBlind();
    this.#deafen();
    this.#told.clear();
    this.#waiting.clear();
  }

  #lookLater(round: number): void {
    this.#cancel = this.#parts.timers.after(lookMs, () => void this.#look(round));
  }

  async #look(round: number): Promise<void> {
    const now = this.#parts.clock.now();
    try {
      await this.#lookAtSessions();
      await this.#lookAtConversations();
      this.#lookAtWaiting();
      this.#since = Math.max(this.#begunAt, now - overlapMs);
      if (round === this.#round) this.#hasSeen();
    } catch {
      // The next poll starts from the same instant.
    }
    if (round === this.#round) this.#lookLater(round);
  }

  #hasSeen(): void {
    this.#cancelBlind();
    this.#cancelBlind = this.#parts.timers.after(blindMs, () => {
      this.#hasSeen();
      this.#parts.streams.endAll();
    });
  }

  async #lookAtSessions(): Promise<void> {
    const { streams, sessions } = this.#parts;
    for (const { id } of streams.sessions()) {
      if (!(await sessions.isLive(id))) streams.endOf(id);
    }
  }

  async #lookAtConversations(): Promise<void> {
    const since = this.#since;
    const { conversations, changes, ownerWatch } = this.#parts;
    const newest = await firstItems((request) => conversations.list(request), conversationsSeen);
    await ownerWatch.look(newest);
    for (const { id, lastMessageAt } of newest) {
      if (lastMessageAt <= since) continue;
      const page = await conversations.messages(id, { before: null, limit: messagesSeen });
      for (const { sequence, acceptedAt } of page.items) {
        const isNew = acceptedAt > since && !this.#told.has(`${id}/${sequence}`);
        if (isNew) changes.note(id, sequence, "message");
      }
    }
  }

  #lookAtWaiting(): void {
    for (const [conversationId, sequence] of this.#waiting.values()) {
      this.#parts.changes.note(conversationId, sequence, "state");
    }
  }

  #remember(event: LiveEvent): void {
    this.#parts.ownerWatch.heard(event);
    if (event.type !== "message" && event.type !== "state") return;
    const { conversationId } = event.data;
    const { id, state } = event.type === "message" ? event.data.message : event.data;
    const name = `${conversationId}/${id}`;
    if (event.type === "message") keep(this.#told, name, toldLimit);
    if (state !== "waiting") return void this.#waiting.delete(name);
    if (this.#waiting.size < waitingLimit) this.#waiting.set(name, [conversationId, Number(id)]);
  }
}

function keep(names: Set<string>, name: string, limit: number): void {
  names.add(name);
  const [oldest] = names;
  if (names.size > limit && oldest !== undefined) names.delete(oldest);
}
