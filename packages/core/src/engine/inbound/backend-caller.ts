import { takeoverMs } from "../../model/schedule.ts";
import type { AgentBackend, Receipt } from "../../ports/agent-backend.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Logger } from "../../ports/platform/logger.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import { AttemptScope } from "../outbound/attempt-scope.ts";
import { BackendHealth } from "./backend-health.ts";
import { BackendFailureLog, type NoReceipt } from "./backend-failure-log.ts";
import type { HeldLease } from "../dispatch/lease-book.ts";
import type { UnsettledCalls } from "./unsettled-calls.ts";
import type { NextTurn } from "../next-turn.ts";
import type { Observers } from "../observers.ts";
import type { StallDetector } from "../dispatch/stall-detector.ts";

/** How a call to the backend ended. `later`: it threw, did not answer in time, or its lease was dropped. */
export type BackendEnd = Receipt | { readonly outcome: "later" };

const later: BackendEnd = Object.freeze({ outcome: "later" });

interface BackendCallerPorts {
  readonly clock: Clock;
  readonly timers: Pick<Timers, "after">;
  readonly watch: StallDetector;
  readonly observers: Observers;
  readonly logger: Logger;
  readonly turn: NextTurn;
  readonly unsettledCalls: UnsettledCalls;
}

/**
 * Calls one method of the backend under the lease's deadline, and tracks when that method last took anything. Each
 * method has its own caller, because a backend may take reports and fail at messages.
 */
export class BackendCaller {
  readonly #ports: BackendCallerPorts;
  readonly #trouble: BackendFailureLog;
  readonly health = new BackendHealth();

  constructor(ports: BackendCallerPorts) {
    this.#ports = ports;
    this.#trouble = new BackendFailureLog(ports.logger, ports.clock);
  }

  /**
   * Ends by the deadline or when the lease is dropped, even if `call` never ends.
   * Calls nothing when the lease has ended, or when this node stood still before: another node may have the lane
   * and be further along.
   */
  async ask(
    held: HeldLease,
    call: (signal: AbortSignal) => ReturnType<AgentBackend["receive"]>,
  ): Promise<BackendEnd> {
    const { clock, timers, watch, turn, unsettledCalls } = this.#ports;
    const { lane } = held.lease;
    const startedAt = clock.now();
    const timeoutMs = held.lease.until - takeoverMs - startedAt;
    if (timeoutMs <= 0 || !watch.check() || !held.held) return later;
    const scope = new AttemptScope(held, timers, timeoutMs);
    let end: BackendEnd = later;
    let why: NoReceipt = "timeout";
    try {
      const earlier = unsettledCalls.earlierOf(lane);
      const isFree = earlier === null || (await scope.inTime(earlier, false));
      if (!isFree) why = "still-running";
      // The wait may have outlasted a standstill of this node.
      else if (earlier === null || (watch.check() && held.held)) {
        const asked: Promise<BackendEnd> = Promise.resolve(call(scope.signal));
        const answer = await scope.inTime(asked, later);
        if (answer === later) unsettledCalls.add(lane, startedAt, asked);
        if (isReceipt(answer)) end = answer;
        else if (answer !== later) why = "no-receipt";
      }
    } catch (thrown) {
      why = { thrown };
    }
    scope.close();
    await turn.wait();
    // A call that ends because its lease was dropped is not a failure of the agent app.
    if (end === later && held.held) this.#trouble.failed(held.lease, why);
    this.#ended(held, end, startedAt);
    return end;
  }

  #ended(held: HeldLease, { outcome }: BackendEnd, startedAt: number): void {
    const { lease } = held;
    const { lane, head, conversation, attempt } = lease;
    const { clock, observers } = this.#ports;
    const now = clock.now();
    if (outcome === "taken") this.health.taken(now);
    else if (outcome === "later" && held.held)
      this.health.failed(lane.conversationId, lease.startedAt, now);
    observers.notice({
      type: "attempted",
      kind: lane.kind,
      channelId: conversation.channelId,
      conversationId: lane.conversationId,
      sequence: held.subjectSequence,
      deliverySequence: head.sequence,
      attempt,
      outcome,
      startedAt,
      durationMs: now - startedAt,
    });
  }
}

/** A plugin in plain JavaScript may return anything. A value that is not a receipt counts as an error. */
function isReceipt(end: BackendEnd | null | undefined): end is Receipt {
  return (
    end?.outcome === "taken" || (end?.outcome === "rejected" && typeof end.reason === "string")
  );
}
