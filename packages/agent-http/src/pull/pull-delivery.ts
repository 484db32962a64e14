import type {
  Clock,
  Conversations,
  ErasureNotice,
  PluginState,
  Random,
  Receipt,
  TypingType,
} from "@parley/core";
import type { EventDelivery, LaneCall } from "../event-delivery.ts";
import { placeOf, typingId } from "../events/event-id.ts";
import { erasedEvent } from "../events/make-event.ts";
import type { HeldCalls } from "./held-calls.ts";
import type { LaneEvents } from "./lane-events.ts";
import { newOpenEvent, openKey, typingKey } from "./open-event.ts";
import type { PollActivity } from "./poll-activity.ts";
import { pullTimes } from "./pull-times.ts";
import type { WaitingPolls } from "./waiting-polls.ts";
import { notWritten } from "./write-ends.ts";

const taken: Receipt = { outcome: "taken" };
const notYet: Receipt = { outcome: "later", inMs: pullTimes.pauseMs, scope: "event" };

interface PullDeliveryPorts {
  readonly state: PluginState;
  readonly conversations: Conversations;
  readonly events: LaneEvents;
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
    const { event, signal } = call;
    signal.throwIfAborted();
    const place = placeOf(event.id);
    if (place === null) throw new Error("core made an event with an unreadable id");
    const { events, polls, activity, held } = this.#ports;
    if (event.type === "conversation.owner" && !event.isNewOwner) await events.letGo(event);
    const isPolled = polls.count > 0 || activity.isRecent;
    const known = await events.open(place, call, isPolled);
    if (known !== null) return known;
    polls.look();
    const look = () => events.receiptOf(place, event.id);
    const waiting = { eventId: event.id, isPolled, look, signal };
    const receipt = (await held.hold(waiting)) ?? (await events.giveUp(place, event.id));
    return receipt ?? notYet;
  }

  async erased(notice: ErasureNotice): Promise<Receipt> {
    const { state, events, polls, clock } = this.#ports;
    const { mayBeRepeat: _mayBeRepeat, ...facts } = erasedEvent(notice);
    const place = { conversationId: notice.conversationId, lane: "erased" } as const;
    if ((await events.receiptOf(place, facts.id)) !== null) return taken;
    const put = openKey(place);
    const now = clock.now();
    const value = newOpenEvent(facts, now, { mayBeRepeat: true });
    const expiresAt = now + pullTimes.erasedMs;
    const answer = await state.write([{ put, value, expiresAt, when: { ifAbsent: true } }]);
    if (!answer.written && answer.why !== "exists") throw notWritten(answer.why);
    polls.look();
    return taken;
  }

  async typing(conversationId: string, typing: TypingType): Promise<void> {
    const { state, conversations, polls, clock, random } = this.#ports;
    const conversation = await conversations.find(conversationId);
    if (conversation === null) return;
    const { channelId } = conversation;
    const id = typingId(conversationId, random);
    const facts = { type: "visitor.typing", id, conversationId, channelId, typing } as const;
    const put = typingKey(conversationId);
    const now = clock.now();
    const value = newOpenEvent(facts, now, { mayBeRepeat: false });
    await state.write([{ put, value, conversationId, expiresAt: now + pullTimes.typingMs }]);
    polls.look();
  }

  close(): void {
    this.#ports.polls.close();
  }
}
