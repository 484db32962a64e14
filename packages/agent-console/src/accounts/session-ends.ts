import type { EventStreams } from "../live/event-streams.ts";
import type { LiveEvents } from "../live/live-events.ts";
import type { LiveSignals } from "../live/live-signals.ts";
import type { Presence, PresenceChoice, PresenceView } from "./presence.ts";
import type { Sessions } from "./sessions.ts";

/** Ends sessions and closes their event streams. The end of an agent's last session also ends their availability. */
export class SessionEnds {
  readonly #sessions: Sessions;
  readonly #streams: EventStreams;
  readonly #presence: Presence;
  readonly #live: LiveEvents;
  readonly #signals: Pick<LiveSignals, "tellEnded">;

  constructor(
    sessions: Sessions,
    streams: EventStreams,
    presence: Presence,
    live: LiveEvents,
    signals: Pick<LiveSignals, "tellEnded">,
  ) {
    this.#sessions = sessions;
    this.#streams = streams;
    this.#presence = presence;
    this.#live = live;
    this.#signals = signals;
  }

  /** `false` when the account has no such session. */
  async endOne(accountId: string, sessionId: string): Promise<boolean> {
    const ended = await this.#sessions.end(accountId, sessionId);
    if (ended) await this.#afterwards(accountId, [sessionId]);
    return ended;
  }

  /** Ends all sessions of an account except `keptId`. Returns how many. */
  async endOthers(accountId: string, keptId: string | null): Promise<number> {
    const ended = await this.#sessions.endOthers(accountId, keptId);
    await this.#afterwards(accountId, ended);
    return ended.length;
  }

  /** For a session that its agent has ended. They stay available where they are at work in another one. */
  async ended(accountId: string, sessionId: string): Promise<void> {
    this.#endPages(sessionId);
    const others = await this.#sessions.listOf(accountId);
    const isElsewhere = others.some(({ lastSeenAt }) => this.#presence.isRecent(lastSeenAt));
    if (!isElsewhere) await this.choosePresence(accountId, { available: false });
  }

  /** Stores an agent's choice and tells all open pages. */
  async choosePresence(accountId: string, choice: PresenceChoice): Promise<PresenceView> {
    await this.#presence.choose(accountId, choice);
    const view = await this.#presence.viewOf(accountId);
    this.#live.publish({ type: "presence", data: { accountId, ...view } });
    return view;
  }

  /** Reaches pages on all nodes. */
  #endPages(sessionId: string): void {
    this.#streams.endOf(sessionId);
    this.#signals.tellEnded(sessionId);
  }

  async #afterwards(accountId: string, endedIds: readonly string[]): Promise<void> {
    for (const id of endedIds) this.#endPages(id);
    const isGone = (await this.#sessions.listOf(accountId)).length === 0;
    if (isGone && (await this.#presence.viewOf(accountId)).available)
      await this.choosePresence(accountId, { available: false });
  }
}
