import type {
  Conversations,
  ErasureNotice,
  PluginState,
  PluginWrite,
  Random,
  Clock,
  Receipt,
  TypingType,
} from "@parley/core";
import type { EventDelivery, LaneCall } from "../event-delivery.ts";
import type { OwnerChanged } from "../events/agent-event.ts";
import { type EventPlace, placeOf, typingId } from "../events/event-id.ts";
import { erasedEvent } from "../events/make-event.ts";
import { factsOf } from "./event-facts.ts";
import type { HeldCalls } from "./held-calls.ts";
import { type EventFacts, openKey, type OpenEvent, typingKey } from "./open-event.ts";
import type { PollActivity } from "./poll-activity.ts";
import { pullTimes } from "./pull-times.ts";
import { type SettledEvent, settledKey } from "./settled-event.ts";
import type { WaitingPolls } from "./waiting-polls.ts";
import { isWritten, notWritten } from "./write-ends.ts";

const taken: Receipt = { outcome: "taken" };
const notYet: Receipt = { outcome: "later", inMs: pullTimes.pauseMs, scope: "event" };
/** An app may acknowledge meanwhile. */
const triesPerCall = 4;

interface PullDeliveryPorts {
  readonly state: PluginState;
  readonly conversations: Conversations;
  readonly held: HeldCalls;
  readonly polls: Pick<WaitingPolls, "look" | "close" | "count">;
  readonly activity: Pick<PollActivity, "isRecent">;
  readonly clock: Clock;
  readonly random: Random;
}

/** Keeps events for an app that asks for them. An event stays on its lane until the app has acknowledged it. */
export class PullDelivery implements EventDelivery {
  readonly #ports: PullDeliveryPorts;

  constructor(ports: PullDeliveryPorts) {
    this.#ports = ports;
  }

  /** Answers `later` while the app has not acknowledged the event. An acknowledgement ends that pause. */
  async deliver(call: LaneCall): Promise<Receipt> {
    const { event, turn, signal } = call;
    signal.throwIfAborted();
    const place = placeOf(event.id);
    if (place === null) throw new Error("core made an event with an unreadable id");
    const known = event.mayBeRepeat ? await this.#receiptOf(place, event.id) : null;
    if (known !== null) return known;
    if (event.type === "conversation.owner" && !event.isNewOwner) await this.#letGo(event);
    const isOpen = await this.#open(place, call);
    if (!isOpen) return taken;
    const { polls, activity, held } = this.#ports;
    polls.look();
    const isPolled = polls.count > 0 || activity.isRecent;
    const look = () => this.#receiptOf(place, event.id);
    const receipt = await held.hold({
      key: openKey(place),
      eventId: event.id,
      isPolled,
      look,
      turn,
      signal,
    });
    return receipt ?? notYet;
  }

  async erased(notice: ErasureNotice): Promise<Receipt> {
    const { mayBeRepeat: _mayBeRepeat, ...facts } = erasedEvent(notice);
    const place = { conversationId: notice.conversationId, lane: "erased" } as const;
    const settled = await this.#receiptOf(place, facts.id);
    if (settled !== null) return taken;
    const write = this.#put(openKey(place), facts, { isNew: false, keptMs: pullTimes.erasedMs });
    const answer = await this.#ports.state.write([{ ...write, when: { ifAbsent: true } }]);
    isWritten(answer);
    this.#ports.polls.look();
    return taken;
  }

  async typing(conversationId: string, typing: TypingType): Promise<void> {
    const { state, conversations, random, polls } = this.#ports;
    const conversation = await conversations.find(conversationId);
    if (conversation === null) return;
    const { channelId } = conversation;
    const id = typingId(conversationId, random);
    const facts = { type: "visitor.typing", id, conversationId, channelId, typing } as const;
    const key = typingKey(conversationId);
    const write = this.#put(key, facts, { isNew: true, keptMs: pullTimes.typingMs });
    await state.write([{ ...write, conversationId }]);
    polls.look();
  }

  close(): void {
    this.#ports.polls.close();
  }

  /** What the app has said about the event; `null`: nothing yet. */
  async #receiptOf(place: EventPlace, eventId: string): Promise<Receipt | null> {
    const settled = await this.#ports.state.get<SettledEvent>(settledKey(place));
    return settled?.value.id === eventId ? settled.value.receipt : null;
  }

  /** Whether the event is open now. `false`: its conversation was erased. @throws Error when the turn is over */
  async #open(place: EventPlace, { event, turn }: LaneCall): Promise<boolean> {
    const { state, clock } = this.#ports;
    const facts = factsOf(event);
    const key = openKey(place);
    for (let tries = 0; ; tries += 1) {
      const before = event.mayBeRepeat ? await state.get<OpenEvent>(key) : null;
      const isSame = before !== null && isSameEvent(before.value.facts, facts);
      const isFresh = (before?.expiresAt ?? 0) > clock.now() + pullTimes.pauseMs;
      if (isSame && isFresh) return true;
      const write = this.#put(key, facts, {
        isNew: !event.mayBeRepeat,
        keptMs: pullTimes.keptMs,
        ...(isSame && { before: before.value }),
      });
      const unchanged =
        before === null ? { ifAbsent: true as const } : { ifVersion: before.version };
      const when = event.mayBeRepeat ? { turn, ...unchanged } : { turn };
      const answer = await state.write([{ ...write, conversationId: place.conversationId, when }]);
      if (isWritten(answer)) return true;
      if (!answer.written && answer.why === "erased") return false;
      if (!answer.written && answer.why === "stale-turn") throw notWritten(answer.why);
      if (tries >= triesPerCall) throw notWritten("contended");
    }
  }

  /** The conversation is another app's: what it has not had of it is not its own any more. */
  async #letGo({ conversationId, fence }: OwnerChanged): Promise<void> {
    const { state } = this.#ports;
    const key = openKey({ conversationId, lane: "inbound" });
    const open = await state.get<OpenEvent>(key);
    if (open === null) return;
    const { facts } = open.value;
    if ("fence" in facts && facts.fence < fence)
      await state.write([{ delete: key, when: { ifVersion: open.version } }]);
  }

  #put(
    key: string,
    facts: EventFacts,
    given: { readonly isNew: boolean; readonly keptMs: number; readonly before?: OpenEvent },
  ): Extract<PluginWrite, { put: string }> {
    const now = this.#ports.clock.now();
    const fresh = { since: now, mayBeRepeat: !given.isNew, notBefore: 0 };
    const value: OpenEvent = {
      ...fresh,
      handing: null,
      formerToken: null,
      ...given.before,
      facts,
    };
    return { put: key, value, expiresAt: now + given.keptMs };
  }
}

function isSameEvent(known: EventFacts, given: EventFacts): boolean {
  if (known.id !== given.id) return false;
  return !("fence" in known) || !("fence" in given) || known.fence === given.fence;
}
