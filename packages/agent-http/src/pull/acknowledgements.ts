import type { Clock, PluginEntry, PluginState, Readiness, Receipt } from "@parley/core";
import { type EventPlace, placeOf } from "../events/event-id.ts";
import type { HeldCalls } from "./held-calls.ts";
import { openKey, type OpenEvent } from "./open-event.ts";
import { pullTimes } from "./pull-times.ts";
import { type SettledEvent, settledKey } from "./settled-event.ts";
import { isWritten } from "./write-ends.ts";

/** What the app says about one event that it was handed. */
export interface Acknowledgement {
  readonly id: string;
  readonly token: string;
  readonly outcome?: "taken" | "rejected" | "later";
  /** Why it is rejected. */
  readonly reason?: string;
  /** When it is to come again. Default: 10 s. */
  readonly inSeconds?: number;
}

/**
 * - `settled`: it is noted, now or by an earlier call.
 * - `expired`: the event was handed out again since. Acknowledge it with its new token.
 * - `unknown`: the app was never handed this event with this token, or that is no longer remembered.
 */
export type AcknowledgementResult = "settled" | "expired" | "unknown";

const usualLaterSeconds = 10;
/** Another call may change the entry meanwhile. */
const triesPerCall = 8;

interface AcknowledgementsPorts {
  readonly state: PluginState;
  readonly held: Pick<HeldCalls, "settle">;
  readonly readiness: Readiness;
  readonly clock: Clock;
}

/** Writes what the app says about its events. Any node may do so. */
export class Acknowledgements {
  readonly #ports: AcknowledgementsPorts;

  constructor(ports: AcknowledgementsPorts) {
    this.#ports = ports;
  }

  /** @throws the store's error */
  async settle(given: Acknowledgement): Promise<AcknowledgementResult> {
    const place = placeOf(given.id);
    if (place === null) return "unknown";
    for (let tries = 0; tries < triesPerCall; tries += 1) {
      const open = await this.#ports.state.get<OpenEvent>(openKey(place));
      if (open === null || open.value.facts.id !== given.id) return this.#remembered(place, given);
      const { handing, formerToken, notBefore } = open.value;
      if (handing?.token !== given.token) {
        if (formerToken !== given.token) return "unknown";
        const isPostponed = handing === null && notBefore > this.#ports.clock.now();
        return isPostponed && given.outcome === "later" ? "settled" : "expired";
      }
      const isWritten = await (given.outcome === "later"
        ? this.#postpone(open, given)
        : this.#finish(open, place, given));
      if (isWritten) return "settled";
    }
    throw new Error("an acknowledgement found its event changed again and again");
  }

  async #remembered(place: EventPlace, given: Acknowledgement): Promise<AcknowledgementResult> {
    const settled = await this.#ports.state.get<SettledEvent>(settledKey(place));
    if (settled?.value.id !== given.id || settled.value.token !== given.token) return "unknown";
    // The call that wrote it may have died before it told anybody.
    this.#ports.held.settle(given.id, settled.value.receipt);
    return "settled";
  }

  /** It is handed out again after a while. Its lane waits. */
  async #postpone(open: PluginEntry<OpenEvent>, given: Acknowledgement): Promise<boolean> {
    const { state, clock } = this.#ports;
    const { inSeconds = usualLaterSeconds } = given;
    const notBefore = clock.now() + 1_000 * inSeconds;
    const value = { ...open.value, handing: null, formerToken: given.token, notBefore };
    const when = { ifVersion: open.version };
    return isWritten(await state.write([{ put: open.key, value, when }]));
  }

  /**
   * A call that waits takes the receipt, on whichever node it is. If none waits, the pause of the lane is ended, and ended
   * again later: this node may die now, and the pause may be stored later.
   */
  async #finish(
    { key, value, version }: PluginEntry<OpenEvent>,
    place: EventPlace,
    given: Acknowledgement,
  ): Promise<boolean> {
    const { state, held, readiness, clock } = this.#ports;
    const { id, token } = given;
    const now = clock.now();
    const settled: SettledEvent = { id, token, receipt: receiptOf(given, value), at: now };
    const isErasure = place.lane === "erased";
    const isPaused = !isErasure && !value.isAwaited;
    const answer = await state.write([
      { delete: key, when: { ifVersion: version } },
      {
        put: settledKey(place),
        value: settled,
        conversationId: isErasure ? null : place.conversationId,
        expiresAt: now + pullTimes.keptMs,
        due: isPaused ? now + pullTimes.toldAgainMs : null,
      },
    ]);
    if (!isWritten(answer)) return false;
    held.settle(id, settled.receipt);
    if (isPaused) void readiness.ready(place.conversationId);
    return true;
  }
}

/** Only messages, reports and notices can be refused: the others just tell what happened. */
function receiptOf({ outcome, reason }: Acknowledgement, { facts }: OpenEvent): Receipt {
  const canReject = facts.type !== "conversation.owner" && facts.type !== "conversation.erased";
  if (outcome !== "rejected" || !canReject) return { outcome: "taken" };
  const given = reason?.trim() ?? "";
  return { outcome: "rejected", reason: given === "" ? "The agent app gave no reason." : given };
}
