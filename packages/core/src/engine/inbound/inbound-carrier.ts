import type { AttemptRecord } from "../../model/attempt.ts";
import { deliveryIdOf, type FailureReason } from "../../model/delivery.ts";
import type { VisitorEvent } from "../../model/visitor-event.ts";
import type { AgentBackend } from "../../ports/agent-backend.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Logger } from "../../ports/platform/logger.ts";
import type { Lease, Verdict } from "../../ports/stores/message-store.ts";
import type { Random } from "../../ports/platform/random.ts";
import type { Message } from "../../protocol/messages/message.ts";
import { visitorIdText } from "../../protocol/senders/visitor-id.ts";
import {
  callRecord,
  readAttempts,
  withCall,
  writeMemo,
  writeRecord,
} from "../outbound/attempt-memo.ts";
import type { BackendCaller } from "./backend-caller.ts";
import { backendPause, isEventAtFault } from "./backend-health.ts";
import { callFactsOf } from "./call-facts.ts";
import type { Carrier } from "../dispatch/carrier.ts";
import type { HeldLease } from "../dispatch/held-lease.ts";
import { failedVerdict } from "../dispatch/failed-verdict.ts";

interface InboundCarrierPorts {
  readonly backend: AgentBackend;
  readonly caller: BackendCaller;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/**
 * Delivers visitors' messages to the agent app: repeats each until it is taken, and keeps their order (rulings 12
 * and 21).
 */
export class InboundCarrier implements Carrier {
  readonly #ports: InboundCarrierPorts;

  constructor(ports: InboundCarrierPorts) {
    this.#ports = ports;
  }

  async carry(held: HeldLease): Promise<Verdict | null> {
    const { backend, caller, clock, random } = this.#ports;
    const { lease } = held;
    const event = eventOf(lease);
    const startedAt = clock.now();
    const end = await caller.ask(held, (signal) => backend.receive(event, signal));
    const now = clock.now();
    if (end.outcome === "later") {
      const postponed = caller.postpone(held, end, startedAt);
      return postponed ?? this.#setAside(lease, readAttempts(lease.memo), "backend-failing");
    }
    const times = { attempt: lease.attempt, startedAt, durationMs: now - startedAt };
    const attempts = withCall(readAttempts(lease.memo), callRecord(times, end));
    if (end.outcome === "taken") return { kind: "delivered", record: writeRecord(attempts) };
    if (end.outcome === "rejected")
      return this.#setAside(lease, attempts, "backend-rejected", end.reason);
    if (!held.held) return null;
    if (isEventAtFault(lease, caller.health, now))
      return this.#setAside(lease, attempts, "backend-failing");
    const due = now + backendPause(lease.attempt, random.fraction());
    return { kind: "retry", due, memo: writeMemo(null, attempts) };
  }

  /** Makes the message a dead letter and reports it to the agent. */
  #setAside(
    lease: Lease,
    attempts: readonly AttemptRecord[],
    reason: FailureReason,
    description?: string,
  ): Verdict {
    const { clock, logger } = this.#ports;
    const { conversationId } = lease.lane;
    logger.error("dead letter", { conversationId, sequence: lease.head.sequence, reason });
    const failure = description === undefined ? { reason } : { reason, description };
    return failedVerdict(lease, "inbound", failure, clock.now(), writeRecord(attempts));
  }
}

function eventOf(lease: Lease): VisitorEvent {
  const { lane, head, conversation } = lease;
  return {
    ...callFactsOf(lease),
    id: deliveryIdOf(lane.conversationId, head.sequence),
    conversationId: lane.conversationId,
    channelId: conversation.channelId,
    sequence: head.sequence,
    visitor: { ...conversation.profile, id: visitorIdText(conversation.visitorId) },
    message: JSON.parse(head.message) as Message,
    fence: conversation.owner.fence,
    acceptedAt: head.acceptedAt,
  };
}
