import type { Timers } from "@parley/core";
import type { EventStreams } from "../live/event-streams.ts";
import type { LiveEvents } from "../live/live-events.ts";
import { type Presence, viewIn } from "./presence.ts";

export interface PresenceWatchParts {
  readonly presence: Pick<Presence, "all" | "lookMs">;
  readonly live: Pick<LiveEvents, "relay">;
  readonly streams: Pick<EventStreams, "sessions">;
  readonly timers: Timers;
}

/**
 * Tells this node's open pages about changes of presence. It polls, since no event marks the end of an agent's time.
 */
export class PresenceWatch {
  readonly #parts: PresenceWatchParts;
  /** The presence last sent to pages, by account; `null` while no page is open. */
  #told: Map<string, string> | null = null;
  #isClosed = false;
  #cancel: () => void = () => {};

  constructor(parts: PresenceWatchParts) {
    this.#parts = parts;
    this.#lookLater();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel();
  }

  #lookLater(): void {
    const { timers, presence } = this.#parts;
    if (this.#isClosed) return;
    // A failed read is repeated at the next poll.
    const look = () =>
      void this.#look()
        .catch(() => {})
        .finally(() => this.#lookLater());
    this.#cancel = timers.after(presence.lookMs, look);
  }

  async #look(): Promise<void> {
    const { presence, live, streams } = this.#parts;
    const open = new Set(streams.sessions().map(({ account }) => account.id));
    if (open.size === 0) return void (this.#told = null);
    const all = await presence.all();
    // A page learned its own agent's presence when it opened. That may have changed since.
    const isNews = (id: string) => this.#told !== null || open.has(id);
    const told = new Map<string, string>();
    for (const accountId of new Set([...all.keys(), ...open])) {
      const view = viewIn(all, accountId);
      const text = JSON.stringify(view);
      told.set(accountId, text);
      if (this.#told?.get(accountId) !== text && isNews(accountId) && !this.#isClosed)
        live.relay({ type: "presence", data: { accountId, ...view } });
    }
    this.#told = told;
  }
}
