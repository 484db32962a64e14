import type { Channel } from "../../model/channel.ts";
import { dedupeWindowMs } from "../../model/schedule.ts";
import type { Availability } from "../../ports/agent-backend.ts";
import type { Digest } from "../../ports/platform/digest.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type {
  AcceptAnswer,
  AcceptContext,
  AuthenticatedChannel,
  Inbox,
} from "../../ports/services/inbox.ts";
import type { InboundAppend } from "../../ports/stores/append.ts";
import type { GatewayEvent } from "../../ports/platform/observer.ts";
import type { Random } from "../../ports/platform/random.ts";
import { readJson } from "../../protocol/json/json.ts";
import { type Refusal, refuse } from "../../protocol/refusals.ts";
import { readVisitorEnvelope, type VisitorEnvelope } from "../../protocol/visitor-envelope.ts";
import { visitorKeyOf } from "../../protocol/senders/visitor-id.ts";
import type { Routing } from "../backends/routing.ts";
import type { AvailabilityCache } from "./availability-cache.ts";
import type { ChannelReader } from "../channels/channel-reader.ts";
import type { AppendAnswer, CommitQueue } from "../commit/commit-queue.ts";
import type { ConversationLimit } from "./conversation-limit.ts";
import type { InboundTyping } from "../typing/inbound-typing.ts";
import type { NextTurn } from "../next-turn.ts";
import type { Observers } from "../observers.ts";
import type { QuirkWatch } from "../quirks/quirk-watch.ts";
import { storeRefusal } from "../commit/store-refusal.ts";

const conversationIdCharacters = 16;

interface InboxPorts {
  readonly channels: ChannelReader;
  readonly availability: AvailabilityCache;
  readonly routing: Routing;
  readonly queue: CommitQueue;
  readonly limit: ConversationLimit;
  readonly typing: InboundTyping;
  readonly digest: Digest;
  readonly random: Random;
  readonly clock: Clock;
  readonly observers: Observers;
  readonly quirks: QuirkWatch;
  readonly turn: NextTurn;
}

type VisitorMessage = Extract<VisitorEnvelope, { kind: "message" }>;
type Accepted = Extract<GatewayEvent, { type: "accepted" }>;
type Arrival = Pick<Accepted, "startedAt" | "traceParent">;

/** A channel after a successful authentication, and the instant of that check in epoch milliseconds. */
class VerifiedChannel implements AuthenticatedChannel {
  readonly channel: Channel;
  readonly since: number;

  constructor(channel: Channel, since: number) {
    this.channel = channel;
    this.since = since;
  }
}

/** Stores visitors' messages: the answer 200 follows the commit that holds the message (ruling 3). */
export class DurableInbox implements Inbox {
  readonly #ports: InboxPorts;

  constructor(ports: InboxPorts) {
    this.#ports = ports;
  }

  authenticate(channelId: string, channelSecret: string): Promise<AuthenticatedChannel | null> {
    const { channels, clock } = this.#ports;
    // Read before the secrets are checked, so that a secret that expires meanwhile does not count as valid later.
    const since = clock.now();
    const authenticated = channels.authenticate(channelId, channelSecret);
    return authenticated.then((channel) =>
      channel === null ? this.#rejectAuthentication() : new VerifiedChannel(channel, since),
    );
  }

  renew(pass: AuthenticatedChannel): AuthenticatedChannel | null {
    if (!(pass instanceof VerifiedChannel)) return null;
    return this.#ports.channels.isStill(pass.channel, pass.since) ? pass : null;
  }

  status({ channel }: AuthenticatedChannel): Promise<Availability> {
    return this.#ports.availability.of(channel.id);
  }

  async accept(
    pass: AuthenticatedChannel,
    body: Uint8Array,
    context: AcceptContext = {},
  ): Promise<AcceptAnswer> {
    const startedAt = this.#ports.clock.now();
    await this.#ports.turn.wait();
    const read = this.#read(pass, body);
    if ("accepted" in read) return this.#sample(pass, body, context, read);
    let result: AppendAnswer | Refusal;
    // Inlined, because an async function would make every message wait for one more promise.
    try {
      result = await this.#ports.queue.append(this.#appendOf(pass, read));
    } catch (error) {
      result = storeRefusal(error);
    }
    const { traceParent } = context;
    const arrival: Arrival = traceParent === undefined ? { startedAt } : { startedAt, traceParent };
    return this.#sample(pass, body, context, this.#answerOf(pass, read, arrival, result));
  }

  /** Lets the doctor sample a body that is answered now. */
  #sample(
    { channel }: AuthenticatedChannel,
    body: Uint8Array,
    { contentType }: AcceptContext,
    answer: AcceptAnswer,
  ): AcceptAnswer {
    if (contentType !== undefined) this.#ports.quirks.saw(channel, body, contentType, answer);
    return answer;
  }

  /** The message to store, or the answer when nothing is to be stored. */
  #read(pass: AuthenticatedChannel, body: Uint8Array): VisitorMessage | AcceptAnswer {
    const json = readJson(body);
    if (!json.ok) return this.#refused(pass, json.refusal);
    const read = readVisitorEnvelope(json.value, pass.channel.knobs);
    if (!read.ok) return this.#refused(pass, read.refusal);
    const { envelope } = read;
    if (envelope.kind === "message") return envelope;
    this.#ports.typing.typed(pass.channel, visitorKeyOf(envelope.visitorId), envelope.type);
    return { accepted: true, warnings: [] };
  }

  #answerOf(
    pass: AuthenticatedChannel,
    envelope: VisitorMessage,
    arrival: Arrival,
    result: AppendAnswer | Refusal,
  ): AcceptAnswer {
    if ("httpStatus" in result) return this.#refused(pass, result);
    if (result.status === "refused") {
      const retryAfterSeconds = this.#ports.limit.secondsLeft();
      return this.#refused(pass, refuse("conversationLimit", { retryAfterSeconds }));
    }
    this.#stored(pass, envelope, arrival, result);
    return { accepted: true, warnings: envelope.warnings };
  }

  #appendOf({ channel }: AuthenticatedChannel, envelope: VisitorMessage): InboundAppend {
    const { limit, routing, digest, random } = this.#ports;
    const { visitorId, profile, clientMessageId, contentText } = envelope;
    const identity =
      clientMessageId === null || channel.knobs.dedupe === "off"
        ? null
        : {
            messageId: digest.of(clientMessageId),
            content: digest.of(contentText),
            windowMs: dedupeWindowMs,
          };
    return {
      kind: "inbound",
      channelKey: channel.key,
      channelId: channel.id,
      visitorKey: visitorKeyOf(visitorId),
      visitorId,
      candidateId: random.token(conversationIdCharacters),
      backend: routing.choose({ channelId: channel.id, profile }),
      mayCreate: limit.mayOpen(channel.key),
      profile,
      messages: envelope.messages,
      identity,
    };
  }

  #stored(
    { channel }: AuthenticatedChannel,
    envelope: VisitorMessage,
    arrival: Arrival,
    result: Exclude<AppendAnswer, { status: "refused" }>,
  ): void {
    const { limit, observers, typing } = this.#ports;
    const { conversationId, sequences, created } = result;
    const channelId = channel.id;
    if (result.status === "repeated") {
      observers.notice({ type: "repeated", channelId, conversationId });
      return;
    }
    if (created) limit.opened(channel.key);
    typing.superseded(conversationId);
    const warnings = envelope.warnings.length;
    const { startedAt, traceParent } = arrival;
    const accepted: Accepted = {
      type: "accepted",
      channelId,
      conversationId,
      sequences,
      warnings,
      created,
      startedAt,
    };
    observers.notice(traceParent === undefined ? accepted : { ...accepted, traceParent });
  }

  #rejectAuthentication(): null {
    this.#ports.observers.notice({ type: "turned-away" });
    return null;
  }

  #refused({ channel }: AuthenticatedChannel, refusal: Refusal): AcceptAnswer {
    const { code, field } = refusal;
    this.#ports.observers.notice({
      type: "refused",
      channelId: channel.id,
      code,
      ...(field !== undefined && { field }),
    });
    return { accepted: false, refusal };
  }
}
