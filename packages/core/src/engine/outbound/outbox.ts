import { ParleyError } from "../../errors.ts";
import { deliveryIdOf } from "../../model/delivery.ts";
import { keyOfParts, storedKey } from "../../model/idempotency-key.ts";
import type { Lane } from "../../model/lane.ts";
import type { ResendAppend, OutboundAppend } from "../../ports/stores/append.ts";
import type { ConversationStore } from "../../ports/stores/conversation-store.ts";
import type { Outbox, SendAnswer, SendRequest } from "../../ports/services/outbox.ts";
import type { Random } from "../../ports/platform/random.ts";
import type { TypingType } from "../../ports/typing-listener.ts";
import type { Channel } from "../../model/channel.ts";
import { readAgentMessage } from "../../protocol/agent-envelope.ts";
import { type Refusal, refuse } from "../../protocol/refusals.ts";
import { waitingLimit } from "../../model/schedule.ts";
import type { Warning } from "../../protocol/warning.ts";
import type { ChannelReader } from "../channels/channel-reader.ts";
import type { AppendAnswer, CommitQueue } from "../commit/commit-queue.ts";
import type { LaneActivity } from "../dispatch/lane-activity.ts";
import type { NextTurn } from "../next-turn.ts";
import type { Observers } from "../observers.ts";
import type { OwnerService } from "../owners/owner-service.ts";
import type { OutboundTyping } from "../typing/outbound-typing.ts";
import { storeRefusal } from "../commit/store-refusal.ts";
import {
  invalidFence,
  invalidKey,
  isFence,
  isKey,
  isTyping,
  refusalOf,
  tooLong,
} from "./send-refusals.ts";

const messageIdCharacters = 22;

interface OutboxPorts {
  readonly conversations: ConversationStore;
  readonly channels: ChannelReader;
  readonly queue: CommitQueue;
  readonly owners: Pick<OwnerService, "receiverOf">;
  readonly typing: OutboundTyping;
  readonly activity: LaneActivity;
  readonly random: Random;
  readonly observers: Observers;
  readonly turn: NextTurn;
}

/** Who sends. */
export interface Sender {
  /** Whose idempotency keys it uses; `null`: of no instance. */
  readonly instance: string | null;
  /** Names of the backends as which it may send; `null`: of all, because it is the gateway itself. */
  readonly backends: readonly string[] | null;
}
const gateway: Sender = { instance: null, backends: null };

interface Appended {
  readonly answer: SendAnswer;
  /** Whether this call stored a new delivery. */
  readonly isStored: boolean;
}

type Destination = { readonly channel: Channel } | { readonly refusal: Refusal };

/** Stores agents' messages: an accepted message is delivered, or reported as failed (ruling 21). */
export class DurableOutbox implements Outbox {
  readonly #ports: OutboxPorts;

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
  }

  send(request: SendRequest): Promise<SendAnswer> {
    return this.sendAs(gateway, request);
  }

  sendAs(sender: Sender, request: SendRequest): Promise<SendAnswer> {
    const lane = this.#markBusy(request.conversationId);
    return this.#answered(lane, () => this.#send(request, lane, sender));
  }

  sendAgain(conversationId: string, sequence: number): Promise<SendAnswer> {
    return this.sendAgainAs(gateway, conversationId, sequence);
  }

  sendAgainAs(sender: Sender, conversationId: string, sequence: number): Promise<SendAnswer> {
    const lane = this.#markBusy(conversationId);
    return this.#answered(lane, () => this.#sendAgain(lane, sequence, sender));
  }

  typing(conversationId: string, type: TypingType): void {
    this.typingAs(gateway, conversationId, type);
  }

  typingAs({ backends }: Sender, conversationId: string, type: TypingType): void {
    if (!isTyping(type)) {
      const message = `The agent app passed an unknown typing type: "typein" or "typeout" is expected. Nothing was sent.`;
      throw new ParleyError("unknown-typing-type", message);
    }
    this.#ports.typing.typed(conversationId, type, backends);
  }

  /** Marks the lane as busy at the start of the call, so that typing waits for the message. */
  #markBusy(conversationId: string): Lane {
    const lane: Lane = { kind: "outbound", conversationId };
    this.#ports.activity.queued(lane);
    return lane;
  }

  async #answered(lane: Lane, send: () => Promise<SendAnswer>): Promise<SendAnswer> {
    await this.#ports.turn.wait();
    const answer = await send();
    if (answer.accepted) return answer;
    const { activity, observers } = this.#ports;
    activity.refused(lane);
    const { conversationId } = lane;
    observers.notice({ type: "not-queued", conversationId, code: answer.refusal.code });
    return answer;
  }

  async #send(
    { conversationId, idempotencyKey, sender, message, fence }: SendRequest,
    lane: Lane,
    { instance, backends }: Sender,
  ): Promise<SendAnswer> {
    if (!isKey(idempotencyKey)) return refused(invalidKey);
    if (!isFence(fence)) return refused(invalidFence);
    const to = await this.#destination(conversationId);
    if ("refusal" in to) return refused(to.refusal);
    const read = readAgentMessage(message, sender, to.channel.knobs);
    if (!read.ok) return refused(read.refusal);
    if (read.messages.length > waitingLimit) return refused(tooLong);
    const messages = read.messages.map((part) => JSON.stringify(this.#identified(part)));
    const append: OutboundAppend = {
      kind: "outbound",
      conversationId,
      idempotencyKey: this.#storedKey(instance, idempotencyKey, messages.length),
      by: backends === null ? null : { backends, fence: fence ?? null },
      sender: read.sender,
      messages,
    };
    return this.#replacingTyping(conversationId, backends, () =>
      this.#append(to.channel.id, lane, append, read.warnings),
    );
  }

  async #sendAgain(lane: Lane, sequence: number, { backends }: Sender): Promise<SendAnswer> {
    const { conversationId } = lane;
    if (!Number.isSafeInteger(sequence)) return refused(refuse("unknownMessage"));
    const to = await this.#destination(conversationId);
    if ("refusal" in to) return refused(to.refusal);
    const backend = await this.#ports.owners.receiverOf(conversationId).catch(storeRefusal);
    if (backend === null) return refused(refuse("unknownConversation"));
    if (typeof backend !== "string") return refused(backend);
    const append: ResendAppend = {
      kind: "again",
      conversationId,
      sequence,
      direction: "outbound",
      by: backends === null ? null : { backends, fence: null },
      backend,
    };
    return this.#replacingTyping(conversationId, backends, () =>
      this.#append(to.channel.id, lane, append, [], sequence),
    );
  }

  /** A message ends typing by itself; a refused or repeated message does not. */
  async #replacingTyping(
    conversationId: string,
    backends: Sender["backends"],
    append: () => Promise<Appended>,
  ): Promise<SendAnswer> {
    const { typing } = this.#ports;
    // When the store fails here, the append says so.
    const wasTyping =
      backends === null
        ? typing.superseded(conversationId)
        : await typing.supersededBy(conversationId, backends).catch(() => false);
    const { answer, isStored } = await append();
    if (wasTyping && !isStored) typing.typed(conversationId, "typeout");
    return answer;
  }

  /** Parts of a message without a key are known by one of core. */
  #storedKey(instance: string | null, key: unknown, parts: number): string | null {
    // A plugin in plain JavaScript may leave it out.
    if (typeof key === "string") return storedKey(instance, key);
    return parts === 1 ? null : keyOfParts(this.#ports.random.token(messageIdCharacters));
  }

  /** Adds the `message.id` that every attempt of the message carries. */
  #identified<Part extends object>(part: Part): Part & { readonly id: string } {
    return { ...part, id: this.#ports.random.token(messageIdCharacters) };
  }

  async #destination(conversationId: string): Promise<Destination> {
    const { conversations, channels } = this.#ports;
    try {
      const of = await (conversations.channelOf?.(conversationId) ??
        conversations.find({ id: conversationId }));
      if (!of) return { refusal: refuse("unknownConversation") };
      const channel = await channels.current(of.channelId, of.channelKey);
      return channel ? { channel } : { refusal: refuse("channelRemoved") };
    } catch (error) {
      return { refusal: storeRefusal(error) };
    }
  }

  async #append(
    channelId: string,
    lane: Lane,
    append: OutboundAppend | ResendAppend,
    warnings: readonly Warning[],
    messageSequence?: number,
  ): Promise<Appended> {
    const { queue, observers, activity } = this.#ports;
    const { conversationId } = append;
    let result: AppendAnswer;
    try {
      result = await queue.append(append);
    } catch (error) {
      return { answer: refused(storeRefusal(error)), isStored: false };
    }
    if (result.status === "repeated") activity.refused(lane);
    if (result.status === "refused")
      return { answer: refused(refusalOf(result.refusal)), isStored: false };
    const { sequences } = result;
    const first = sequences[0] ?? 0;
    if (result.status === "stored") {
      observers.notice({
        type: "queued",
        channelId,
        conversationId,
        sequences: messageSequence === undefined ? sequences : [messageSequence],
        deliverySequences: sequences,
      });
    }
    const deliveryId = deliveryIdOf(conversationId, first);
    const sequence = messageSequence ?? first;
    const answer = { accepted: true, deliveryId, sequence, warnings } as const;
    return { answer, isStored: result.status === "stored" };
  }
}

function refused(refusal: Refusal): SendAnswer {
  return { accepted: false, refusal };
}
