import type { EventStreams } from "./event-streams.ts";
import type { LiveEvents } from "./live-events.ts";
import type { Presence } from "./presence.ts";
import type { Sessions } from "./sessions.ts";

/** Ends sessions together with what hangs on them: open event streams, and the agent's availability after the last. */
export class SessionEnds {
  readonly #sessions: Sessions;
  readonly #streams: EventStreams;
  readonly #presence: Presence;
  readonly #live: LiveEvents;

  constructor(sessions: Sessions, streams: EventStreams, presence: Presence, live: LiveEvents) {
    this.#sessions = sessions;
    this.#streams = streams;
    this.#presence = presence;
    this.#live = live;
  }

  /** `false` when the account has no such session. */
  endOne(accountId: string, sessionId: string): boolean {
    const ended = this.#sessions.end(accountId, sessionId);
    if (ended) this.#afterwards(accountId, [sessionId]);
    return ended;
  }

  /** Ends all of an account's sessions but `keptId`; answers how many. */
  endOthers(accountId: string, keptId: string | null): number {
    const ended = this.#sessions.endOthers(accountId, keptId);
    this.#afterwards(accountId, ended);
    return ended.length;
  }

  /** For a session that is over already: tells its open pages. */
  ended(accountId: string, sessionId: string): void {
    this.#streams.endOf(sessionId);
    this.choosePresence(accountId, false);
  }

  /** Keeps an agent's choice and tells all open pages. */
  choosePresence(accountId: string, available: boolean): void {
    this.#presence.choose(accountId, available);
    const anyAvailable = this.#presence.isAnyAvailable();
    this.#live.publish({ type: "presence", data: { accountId, available, anyAvailable } });
  }

  #afterwards(accountId: string, endedIds: readonly string[]): void {
    for (const id of endedIds) this.#streams.endOf(id);
    const isGone = this.#sessions.listOf(accountId).length === 0;
    if (isGone && this.#presence.isAvailable(accountId)) this.choosePresence(accountId, false);
  }
}
