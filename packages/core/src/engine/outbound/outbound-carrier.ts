import type { AttemptRecord } from "../../model/attempt.ts";
import type { Channel } from "../../model/channel.ts";
import type { Failure } from "../../model/delivery.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Lease, Verdict } from "../../ports/stores/message-store.ts";
import type { GatewayEvent } from "../../ports/platform/observer.ts";
import { agentBody } from "../../protocol/agent-envelope.ts";
import {
  type AttemptTimes,
  postRecord,
  readAttempts,
  readMemo,
  writeMemo,
  writeRecord,
} from "./attempt-memo.ts";
import type { Carrier } from "../dispatch/carrier.ts";
import type { ConnectedBackends } from "../backends/connected-backends.ts";
import type { AnswerMemory } from "../diagnosis/message-answers.ts";
import type { ChannelReader } from "../channels/channel-reader.ts";
import { failedVerdict } from "../dispatch/failed-verdict.ts";
import { notifiedVerdict } from "../dispatch/notified-verdict.ts";
import type { HeldLease } from "../dispatch/held-lease.ts";
import type { NextTurn } from "../next-turn.ts";
import type { Observers } from "../observers.ts";
import type { OutboundTyping } from "../typing/outbound-typing.ts";
import type { EndpointClient } from "./endpoint-client.ts";
import {
  type AttemptEnd,
  type AttemptMemo,
  expiredFailure,
  judgeAttempt,
  planAttempt,
} from "./redelivery.ts";
import type { StallDetector } from "../dispatch/stall-detector.ts";

interface OutboundCarrierPorts {
  readonly channels: ChannelReader;
  readonly endpoint: EndpointClient;
  readonly clock: Clock;
  readonly watch: StallDetector;
  readonly observers: Observers;
  readonly typing: Pick<OutboundTyping, "superseded" | "interrupted">;
  readonly turn: NextTurn;
  readonly answers: AnswerMemory;
  readonly backends: Pick<ConnectedBackends, "hearsDelivered" | "reporterOf">;
}

/** State of a series when one of its attempts begins. */
interface Series {
  readonly memo: AttemptMemo | null;
  readonly attempts: readonly AttemptRecord[];
}

/**
 * Delivers agents' messages to the integrating system: at most three attempts, on their ticks (§6, rulings 13 to
 * 18).
 */
export class OutboundCarrier implements Carrier {
  readonly #ports: OutboundCarrierPorts;

  constructor(ports: OutboundCarrierPorts) {
    this.#ports = ports;
  }

  async carry(held: HeldLease): Promise<Verdict | null> {
    const { lease } = held;
    const series = { memo: readMemo(lease.memo), attempts: readAttempts(lease.memo) };
    const plan = planAttempt(lease, this.#ports.clock.now());
    if (plan.kind === "expire") return this.#failed(lease, series, expiredFailure(series.memo));
    if (plan.kind === "postpone") return retry(plan.due, series);
    const { channelId, channelKey } = lease.conversation;
    const channel = await this.#ports.channels.current(channelId, channelKey).catch(unreadable);
    if (!held.held) return null;
    if (channel === undefined) return retry(plan.deadline, series);
    if (channel === null) return this.#failed(lease, series, { reason: "channel-removed" });
    const startedAt = this.#ports.clock.now();
    const end = await this.#post(held, channel, plan.deadline);
    const endedAt = this.#ports.clock.now();
    const wasHeld = held.held;
    await this.#ports.turn.wait();
    if (!wasHeld && end.kind === "failure") return null;
    return this.#judge(held, channel, series, { startedAt, endedAt }, end);
  }

  #post(held: HeldLease, channel: Channel, deadline: number): Promise<AttemptEnd> {
    const { clock, endpoint, watch, typing, answers } = this.#ports;
    const { lease } = held;
    if (lease.attempt === 1) typing.superseded(lease.lane.conversationId);
    else typing.interrupted(lease.lane.conversationId);
    return endpoint.post(channel, bodyOf(lease), {
      deadline,
      signal: held,
      permit: () => watch.check() && held.held && clock.now() < deadline,
      heard: (end, result) => answers.record(channel, end, result),
    });
  }

  #judge(
    held: HeldLease,
    channel: Channel,
    before: Series,
    { startedAt, endedAt }: { readonly startedAt: number; readonly endedAt: number },
    end: AttemptEnd,
  ): Verdict {
    const { lease } = held;
    const times = { attempt: lease.attempt, startedAt, durationMs: endedAt - startedAt };
    this.#ports.observers.notice(attempted(held, times, end));
    const record = postRecord(times, end, channel.knobs);
    const attempts = before.attempts.length === 0 ? [record] : [...before.attempts, record];
    const { attempt, startedAt: seriesStartedAt } = lease;
    const state = { attempt, startedAt: seriesStartedAt, seen: before.attempts.length };
    const verdict = judgeAttempt(state, end, before.memo, channel.knobs, endedAt);
    if (verdict.kind === "failed") return this.#failed(lease, { attempts }, verdict.failure);
    if (verdict.kind === "retry") return retry(verdict.due, { memo: verdict.memo, attempts });
    const kept = writeRecord(attempts);
    const { backends } = this.#ports;
    const tells = backends.reporterOf(lease);
    return backends.hearsDelivered(tells)
      ? notifiedVerdict(lease, tells, endedAt, kept)
      : { kind: "delivered", record: kept };
  }

  #failed(lease: Lease, { attempts }: Pick<Series, "attempts">, failure: Failure): Verdict {
    const now = this.#ports.clock.now();
    const tells = this.#ports.backends.reporterOf(lease);
    return failedVerdict(lease, "outbound", failure, now, writeRecord(attempts), tells);
  }
}

type Attempted = Extract<GatewayEvent, { type: "attempted" }>;

function attempted(held: HeldLease, times: AttemptTimes, end: AttemptEnd): Attempted {
  const { lane, backend, head, conversation } = held.lease;
  const about: Attempted = {
    type: "attempted",
    kind: lane.kind,
    backend,
    channelId: conversation.channelId,
    conversationId: lane.conversationId,
    sequence: head.messageSequence,
    deliverySequence: head.sequence,
    attempt: times.attempt,
    outcome: end.kind === "failure" ? end.failure : end.kind,
    startedAt: times.startedAt,
    durationMs: times.durationMs,
  };
  return "status" in end && end.status !== undefined ? { ...about, status: end.status } : about;
}

function unreadable(): undefined {}

function retry(due: number, { memo, attempts }: Series): Verdict {
  return { kind: "retry", due, memo: writeMemo(memo, attempts) };
}

/** Built from frozen parts alone, so that every attempt of one delivery sends identical bytes (ruling 13). */
function bodyOf({ head }: Lease): string {
  return agentBody({
    sender: head.sender ?? "{}",
    recipientId: head.recipientId ?? "null",
    message: head.message,
  });
}
