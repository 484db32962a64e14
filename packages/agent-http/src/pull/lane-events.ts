import type { Clock, PluginState, Receipt } from "@parley/core";
import type { LaneCall } from "../event-delivery.ts";
import type { OwnerChanged } from "../events/agent-event.ts";
import type { EventPlace } from "../events/event-id.ts";
import { factsOf } from "./event-facts.ts";
import { type EventFacts, newOpenEvent, openKey, type OpenEvent } from "./open-event.ts";
import { pullTimes } from "./pull-times.ts";
import { type SettledEvent, settledKey } from "./settled-event.ts";
import { isWritten, notWritten } from "./write-ends.ts";

const taken: Receipt = { outcome: "taken" };
/** The app may be handed the event, or acknowledge it, meanwhile. */
const triesPerCall = 8;

/** What calls of core write about the events of their lanes. */
export class LaneEvents {
  readonly #state: PluginState;
  readonly #clock: Clock;

  constructor(state: PluginState, clock: Clock) {
    this.#state = state;
    this.#clock = clock;
  }

  /**
   * Opens the event of a call, unless it is open. `isAwaited`: whether the call waits for the acknowledgement.
   * @returns `null`: it is open. A receipt: the app has acknowledged it before, or its conversation was erased.
   * @throws Error when the turn is over
   */
  async open(place: EventPlace, call: LaneCall, isAwaited: boolean): Promise<Receipt | null> {
    const { event, turn } = call;
    const facts = factsOf(event);
    const key = openKey(place);
    for (let tries = 0; tries < triesPerCall; tries += 1) {
      const now = this.#clock.now();
      const before = event.mayBeRepeat ? await this.#state.get<OpenEvent>(key) : null;
      const isSame = before !== null && isSameEvent(before.value.facts, facts);
      // After the open event, which an acknowledgement deletes as it notes the receipt.
      const receipt = event.mayBeRepeat && !isSame ? await this.receiptOf(place, event.id) : null;
      if (receipt !== null) return receipt;
      const isFresh = (before?.expiresAt ?? 0) > now + pullTimes.pauseMs;
      if (isSame && isFresh && before.value.isAwaited === isAwaited) return null;
      const known = isSame ? before.value : newOpenEvent(facts, now, !event.mayBeRepeat);
      const unchanged =
        before === null ? { ifAbsent: true as const } : { ifVersion: before.version };
      const answer = await this.#state.write([
        {
          put: key,
          value: { ...known, facts, isAwaited },
          conversationId: place.conversationId,
          expiresAt: now + pullTimes.keptMs,
          when: event.mayBeRepeat ? { turn, ...unchanged } : { turn },
        },
      ]);
      if (isWritten(answer)) return null;
      if (!answer.written && answer.why === "erased") return taken;
      if (!answer.written && answer.why === "stale-turn") throw notWritten(answer.why);
    }
    throw notWritten("contended");
  }

  /** What the app has said about the event; `null`: nothing yet. */
  async receiptOf(place: EventPlace, eventId: string): Promise<Receipt | null> {
    const settled = await this.#state.get<SettledEvent>(settledKey(place));
    return settled?.value.id === eventId ? settled.value.receipt : null;
  }

  /**
   * The call waits no longer: an acknowledgement from now on ends the pause of the lane.
   * @returns what the app has said until now; `null`: nothing
   */
  async giveUp(place: EventPlace, eventId: string): Promise<Receipt | null> {
    const key = openKey(place);
    for (let tries = 0; tries < triesPerCall; tries += 1) {
      const open = await this.#state.get<OpenEvent>(key);
      if (open === null || open.value.facts.id !== eventId) return this.receiptOf(place, eventId);
      if (!open.value.isAwaited) return null;
      const value = { ...open.value, isAwaited: false };
      const when = { ifVersion: open.version };
      if (isWritten(await this.#state.write([{ put: key, value, when }]))) return null;
    }
    throw notWritten("contended");
  }

  /** The conversation is another app's: what it has not had of it is not its own any more. */
  async letGo({ conversationId, fence }: OwnerChanged): Promise<void> {
    const key = openKey({ conversationId, lane: "inbound" });
    const open = await this.#state.get<OpenEvent>(key);
    if (open === null) return;
    const { facts } = open.value;
    if ("fence" in facts && facts.fence < fence)
      await this.#state.write([{ delete: key, when: { ifVersion: open.version } }]);
  }
}

function isSameEvent(known: EventFacts, given: EventFacts): boolean {
  if (known.id !== given.id) return false;
  return !("fence" in known) || !("fence" in given) || known.fence === given.fence;
}
