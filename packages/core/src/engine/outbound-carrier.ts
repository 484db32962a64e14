import type { Channel } from "../model/channel.ts";
import type { Clock } from "../ports/clock.ts";
import type { Lease, Verdict } from "../ports/message-store.ts";
import { agentBody } from "../protocol/agent-envelope.ts";
import { type AttemptMemo, readMemo, writeMemo } from "./attempt-memo.ts";
import type { Carrier } from "./carrier.ts";
import type { ChannelReader } from "./channel-reader.ts";
import { failedVerdict } from "./failed-verdict.ts";
import type { HeldLease } from "./lease-book.ts";
import type { Observers } from "./observers.ts";
import type { OutboundTyping } from "./outbound-typing.ts";
import type { Postman } from "./postman.ts";
import { expiredFailure, judgeAttempt, planAttempt } from "./redelivery.ts";
import type { TurnWatch } from "./turn-watch.ts";

interface OutboundCarrierPorts {
  readonly channels: ChannelReader;
  readonly postman: Postman;
  readonly clock: Clock;
  readonly watch: TurnWatch;
  readonly observers: Observers;
  readonly typing: Pick<OutboundTyping, "superseded" | "interrupted">;
}

/** Agent → integrating system: at most three attempts, on their ticks (§6, rulings 13 to 18). */
export class OutboundCarrier implements Carrier {
  readonly #ports: OutboundCarrierPorts;

  constructor(ports: OutboundCarrierPorts) {
    this.#ports = ports;
  }

  async carry(held: HeldLease): Promise<Verdict | null> {
    const { lease } = held;
    const memo = readMemo(lease.memo);
    const plan = planAttempt(lease, this.#ports.clock.now());
    if (plan.kind === "expire") return this.#failed(lease, expiredFailure(memo));
    if (plan.kind === "postpone") return retry(plan.due, memo);
    const { channelId, channelKey } = lease.conversation;
    const channel = await this.#ports.channels
      .current(channelId, channelKey)
      .catch(() => undefined);
    if (!held.held) return null;
    if (channel === undefined) return retry(plan.deadline, memo);
    if (channel === null) return this.#failed(lease, { reason: "channel-removed" });
    return this.#attempt(held, channel, memo, plan.deadline);
  }

  async #attempt(
    held: HeldLease,
    channel: Channel,
    memo: AttemptMemo | null,
    deadline: number,
  ): Promise<Verdict | null> {
    const { clock, postman, watch, observers, typing } = this.#ports;
    const { lease } = held;
    if (lease.attempt === 1) typing.superseded(lease.lane.conversationId);
    else typing.interrupted(lease.lane.conversationId);
    const startedAt = clock.now();
    const end = await postman.post(channel, bodyOf(lease), {
      deadline,
      signal: held.signal,
      permit: () => watch.check() && held.held && clock.now() < deadline,
    });
    if (!held.held && end.kind === "failure") return null;
    observers.notice({
      type: "attempted",
      kind: "outbound",
      channelId: channel.id,
      conversationId: lease.lane.conversationId,
      sequence: lease.head.messageSequence,
      deliverySequence: lease.head.sequence,
      attempt: lease.attempt,
      outcome: end.kind === "failure" ? end.failure : end.kind,
      ...("status" in end && { status: end.status }),
      startedAt,
      durationMs: clock.now() - startedAt,
    });
    const verdict = judgeAttempt(lease, end, memo, channel.knobs, clock.now());
    if (verdict.kind === "failed") return this.#failed(lease, verdict.failure);
    return verdict.kind === "retry" ? retry(verdict.due, verdict.memo) : verdict;
  }

  #failed(lease: Lease, failure: Parameters<typeof failedVerdict>[2]): Verdict {
    return failedVerdict(lease, "outbound", failure, this.#ports.clock.now());
  }
}

function retry(due: number, memo: AttemptMemo | null): Verdict {
  return { kind: "retry", due, memo: memo === null ? null : writeMemo(memo) };
}

/** From frozen parts alone, so that every attempt of one delivery carries identical bytes (ruling 13). */
function bodyOf({ head }: Lease): string {
  return agentBody({
    sender: head.sender ?? "{}",
    recipientId: head.recipientId ?? "null",
    message: head.message,
  });
}
