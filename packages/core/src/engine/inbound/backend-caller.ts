import { takeoverMs } from "../../model/schedule.ts";
import type { AgentBackend, LaterReceipt } from "../../ports/agent-backend.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Logger } from "../../ports/platform/logger.ts";
import type { Verdict } from "../../ports/stores/message-store.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import { AttemptScope } from "../outbound/attempt-scope.ts";
import type { BackendAnswers } from "../backends/backend-answers.ts";
import { type BackendEnd, isReceipt, outcomeOf } from "./backend-end.ts";
import { BackendHealth, isPausedAtFault, isPausedLong } from "./backend-health.ts";
import { BackendFailureLog, type NoReceipt } from "./backend-failure-log.ts";
import type { HeldLease } from "../dispatch/held-lease.ts";
import { askedPauseMs } from "../pauses/asked-pause.ts";
import { pausedFrom, pausedVerdict } from "../pauses/paused-verdict.ts";
import type { BackendPauses } from "../pauses/backend-pauses.ts";
import type { UnsettledCalls } from "./unsettled-calls.ts";
import type { NextTurn } from "../next-turn.ts";
import type { Observers } from "../observers.ts";
import type { StallDetector } from "../dispatch/stall-detector.ts";

const failed: BackendEnd = Object.freeze({ outcome: "failed", isCalled: true });
const uncalled: BackendEnd = Object.freeze({ outcome: "failed", isCalled: false });

interface BackendCallerPorts {
  readonly clock: Clock;
  readonly timers: Pick<Timers, "after">;
  readonly watch: StallDetector;
  readonly observers: Observers;
  readonly logger: Logger;
  readonly turn: NextTurn;
  readonly unsettledCalls: UnsettledCalls;
  readonly pauses: Pick<BackendPauses, "asked" | "taken" | "lastTakenAt" | "isReadySince">;
  /** Keeps what all nodes know of the backend's answers; `null`: nobody needs it. */
  readonly answers: Pick<BackendAnswers, "answered" | "failed"> | null;
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
    const startedAt = clock.now();
    const timeoutMs = held.lease.until - takeoverMs - startedAt;
    if (timeoutMs <= 0 || !watch.check() || !held.held) return uncalled;
    const scope = new AttemptScope(held, timers, timeoutMs);
    let end: BackendEnd = uncalled;
    let why: NoReceipt = "timeout";
    try {
      const earlier = unsettledCalls.earlierOf(held.lease);
      const isFree = earlier === null || (await scope.inTime(earlier, false));
      if (!isFree) why = "still-running";
      // The wait may have outlasted a standstill of this node.
      else if (earlier === null || (watch.check() && held.held)) {
        end = failed;
        const asked: Promise<BackendEnd> = Promise.resolve(call(scope.signal));
        const answer = await scope.inTime(asked, failed);
        if (answer === failed) unsettledCalls.add(held.lease, startedAt, asked);
        if (isReceipt(answer)) end = answer;
        else if (answer !== failed) why = "no-receipt";
      }
    } catch (thrown) {
      why = { thrown };
    }
    scope.close();
    await turn.wait();
    // A call that ends because its lease was dropped is not a failure of the agent app.
    if (end.outcome === "failed" && held.held) this.#trouble.failed(held.lease, why);
    this.#ended(held, end, startedAt);
    return end;
  }

  /**
   * The verdict on an event that the agent app wants later; `null` when it has postponed the event for a day while it
   * took others.
   */
  postpone({ lease }: HeldLease, receipt: LaterReceipt, calledAt: number): Verdict | null {
    const { clock, pauses } = this.#ports;
    const now = clock.now();
    const since = pausedFrom(lease, receipt, now);
    if (isPausedAtFault(since, pauses.lastTakenAt, now)) return null;
    if (isPausedLong(since, now)) this.#trouble.postponedLong(lease);
    const isReady = pauses.isReadySince(lease.lane.conversationId, calledAt);
    return pausedVerdict(lease, receipt, now, isReady);
  }

  #ended(held: HeldLease, end: BackendEnd, startedAt: number): void {
    const { lease } = held;
    const { lane, backend, head, conversation, attempt } = lease;
    const sequence = held.subjectSequence;
    const { clock, observers, pauses, answers } = this.#ports;
    const now = clock.now();
    if (end.outcome !== "failed") answers?.answered(now);
    else if (end.isCalled && held.held) answers?.failed(now);
    const about = sequence !== null && {
      kind: lane.kind,
      backend,
      channelId: conversation.channelId,
      conversationId: lane.conversationId,
      sequence,
      deliverySequence: head.sequence,
      startedAt,
      durationMs: now - startedAt,
    };
    if (end.outcome === "later") {
      const { scope = "event" } = end;
      const forMs = askedPauseMs(end);
      if (scope === "backend") pauses.asked({ calledAt: startedAt, answeredAt: now, forMs });
      const since = pausedFrom(lease, end, now);
      if (about) observers.notice({ type: "postponed", ...about, scope, forMs, since });
      return;
    }
    if (end.outcome === "taken") {
      this.health.taken(now);
      pauses.taken(startedAt);
    } else if (end.outcome === "failed" && held.held)
      this.health.failed(lane.conversationId, lease.startedAt, now);
    if (about) observers.notice({ type: "attempted", ...about, attempt, outcome: outcomeOf(end) });
  }
}
