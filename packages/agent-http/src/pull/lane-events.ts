import type { Clock, PluginState, Receipt, WriteCondition } from "@parley/core";
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
    if (call.event.mayBeRepeat) return this.#openAgain(place, call, isAwaited);
    const event = newOpenEvent(factsOf(call.event), this.#clock.now(), { mayBeRepeat: false });
    const end = await this.#put(place, { ...event, isAwaited }, { turn: call.turn });
    return end === "erased" ? taken : null;
  }

  /** What the app has said about the event; `null`: nothing yet. */
  async receiptOf(place: EventPlace, eventId: string): Promise<Receipt | null> {
    const settled = await this.#state.get<SettledEvent>(settledKey(place));
    return settled?.value.id === eventId ? settled.value.receipt : null;
  }

  /**
   * The call waits no longer: an acknowledgement from now on ends the pause of the lane. A call whose turn is over may say
   * so as well: then at worst a pause is ended that is not there.
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

  async #openAgain(
    place: EventPlace,
    { event, turn }: LaneCall,
    isAwaited: boolean,
  ): Promise<Receipt | null> {
    const facts = factsOf(event);
    for (let tries = 0; tries < triesPerCall; tries += 1) {
      const now = this.#clock.now();
      const before = await this.#state.get<OpenEvent>(openKey(place));
      const known = before !== null && isSameEvent(before.value.facts, facts) ? before : null;
      // Read after the open event: an acknowledgement deletes that and notes the receipt in one write.
      const receipt = known === null ? await this.receiptOf(place, event.id) : null;
      if (receipt !== null) return receipt;
      const isFresh = (known?.expiresAt ?? 0) > now + pullTimes.pauseMs;
      if (isFresh && known?.value.isAwaited === isAwaited) return null;
      const opened = known?.value ?? newOpenEvent(facts, now, { mayBeRepeat: true });
      const unchanged =
        before === null ? { ifAbsent: true as const } : { ifVersion: before.version };
      const end = await this.#put(place, { ...opened, facts, isAwaited }, { turn, ...unchanged });
      if (end !== "changed") return end === "erased" ? taken : null;
    }
    throw notWritten("contended");
  }

  async #put(
    place: EventPlace,
    value: OpenEvent,
    when: WriteCondition,
  ): Promise<"written" | "changed" | "erased"> {
    const { conversationId } = place;
    const expiresAt = this.#clock.now() + pullTimes.keptMs;
    const answer = await this.#state.write([
      { put: openKey(place), value, conversationId, expiresAt, when },
    ]);
    if (answer.written) return "written";
    if (answer.why === "erased") return "erased";
    if (answer.why === "exists" || answer.why === "version") return "changed";
    throw notWritten(answer.why);
  }
}

function isSameEvent(known: EventFacts, given: EventFacts): boolean {
  if (known.id !== given.id) return false;
  return !("fence" in known) || !("fence" in given) || known.fence === given.fence;
}
