import type { LaneKind } from "../../model/lane.ts";
import { attemptLimit } from "../../model/schedule.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Logger } from "../../ports/platform/logger.ts";
import type { MessageStore, Verdict } from "../../ports/stores/message-store.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { WorkNotices } from "../../ports/stores/work-notices.ts";
import { waitAtMost } from "../wait-at-most.ts";
import type { Carrier } from "./carrier.ts";
import type { CommitQueue } from "../commit/commit-queue.ts";
import { noOutcomeVerdict, unusedVerdict } from "./unsettled-verdicts.ts";
import type { LaneActivity } from "./lane-activity.ts";
import type { HeldLease } from "./held-lease.ts";
import type { Grant, LeaseBook } from "./lease-book.ts";
import type { Observers } from "../observers.ts";
import type { AllPauses } from "../pauses/all-pauses.ts";
import { pacing } from "../commit/pacing.ts";
import { type SettlementEnd, Settler } from "../commit/settler.ts";
import type { StoreFailureLog } from "../commit/store-failure-log.ts";
import { errorName } from "../error-facts.ts";
import { nextDueAt } from "./next-due-at.ts";
import type { StallDetector } from "./stall-detector.ts";
import { WakeUp } from "./wake-up.ts";

/** At shutdown, aborted attempts have this long to be settled. */
const abortedTimeoutMs = 1_000;

interface DispatcherPorts {
  readonly store: MessageStore;
  readonly queue: CommitQueue;
  readonly book: LeaseBook;
  readonly carriers: Readonly<Record<LaneKind, Carrier>>;
  readonly activity: LaneActivity;
  readonly watch: StallDetector;
  readonly pauses: Pick<AllPauses, "of">;
  readonly observers: Observers;
  readonly trouble: StoreFailureLog;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** `null` when the store sends no notices. */
  readonly notices: WorkNotices | null;
}

/** The retry engine: makes one attempt for every leased head, settles it, and wakes when the next lane is due. */
export class Dispatcher {
  readonly #ports: DispatcherPorts;
  readonly #settler: Settler;
  readonly #wakeUp: WakeUp;
  #inFlight = 0;
  #nothingInFlight: () => void = () => {};
  #state: "idle" | "running" | "draining" = "idle";
  #exhausted = false;
  #stopped = false;
  #claiming = false;
  #wokenMeanwhile = false;
  #unlisten: () => void = () => {};

  constructor(ports: DispatcherPorts) {
    this.#ports = ports;
    this.#settler = new Settler(ports.queue, ports.timers);
    this.#wakeUp = new WakeUp(ports.clock, ports.timers, () => void this.#claim());
  }

  get running(): boolean {
    return this.#state === "running";
  }

  /** Releases the leases of dead owners, then starts. @throws the store's error. */
  async start(): Promise<void> {
    const { book, clock, queue, notices, watch } = this.#ports;
    await queue.release("dead");
    watch.start((gapMs) => this.#standStill(gapMs));
    book.open((grant) => this.#carryAll(grant));
    this.#state = "running";
    this.#wakeUp.by(clock.now());
    this.#unlisten =
      notices?.listen(() => this.#wakeUp.by(clock.now() + pacing.noticeMs)) ?? (() => {});
  }

  /** Claims now: the lease book has more room. */
  wake(): void {
    if (this.running) this.#wakeUp.by(this.#ports.clock.now());
  }

  /** Stops leasing. Attempts in flight continue. */
  drain(): void {
    this.#state = "draining";
    this.#ports.book.close();
    this.#unlisten();
    this.#wakeUp.stop();
  }

  /**
   * Waits at most `timeoutMs` for attempts in flight, then aborts them and releases every lease.
   * @throws the store's error; the leases then expire
   */
  async stop(timeoutMs: number): Promise<void> {
    const { book, queue, timers, watch } = this.#ports;
    this.drain();
    // A commit that was under way when the draining began may still grant leases.
    const settled = queue.idle().then(() => this.#allSettled());
    await waitAtMost(timers, timeoutMs, settled, undefined);
    watch.stop();
    book.dropAll();
    await waitAtMost(timers, abortedTimeoutMs, this.#allSettled(), undefined);
    this.#stopped = true;
    this.#settler.close();
    await queue.release("own");
  }

  #allSettled(): Promise<void> {
    if (this.#inFlight === 0) return Promise.resolve();
    return new Promise((resolve) => (this.#nothingInFlight = resolve));
  }

  #carryAll({ held, exhausted }: Grant): void {
    this.#exhausted ||= exhausted.length > 0;
    if (this.#stopped) return;
    for (const one of held) void this.#carry(one);
    // A claim that granted nothing may have reserved this room; then no attempt's end would wake the dispatcher.
    const mayMissWakeUp = exhausted.some((group) => this.#ports.book.hasRoom(group));
    if (mayMissWakeUp && this.running)
      this.#wakeUp.by(this.#ports.clock.now() + pacing.contendedMs);
  }

  async #carry(held: HeldLease): Promise<void> {
    const { activity, book, clock, pauses } = this.#ports;
    const { lease } = held;
    const { lane, token } = lease;
    this.#inFlight += 1;
    try {
      activity.carried(lane, token);
      const calledAt = clock.now();
      const verdict = held.held ? await this.#carryOut(held) : unusedVerdict(lease, calledAt);
      const end = await this.#settler.settle({ lane, token, verdict });
      if (verdict.kind === "retry" && verdict.pause !== undefined)
        pauses.of(lease.backend).postponed(lane.conversationId, calledAt);
      this.#conclude(held, verdict, end);
      book.free(held);
      if (this.#exhausted) this.#wakeUp.by(clock.now());
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#nothingInFlight();
    }
  }

  async #carryOut(held: HeldLease): Promise<Verdict> {
    const { kind, conversationId } = held.lease.lane;
    const carried = this.#ports.carriers[kind].carry(held).catch((error: unknown) => {
      const facts = { lane: kind, conversationId, error: errorName(error) };
      this.#ports.logger.error("an attempt failed with an internal error", facts);
      return null;
    });
    return (await carried) ?? noOutcomeVerdict(held, this.#ports.clock.now());
  }

  #conclude(held: HeldLease, verdict: Verdict, end: SettlementEnd): void {
    const { activity, observers } = this.#ports;
    const { lane, token } = held.lease;
    if (end !== "settled") {
      activity.over(lane, token);
      observers.notice({ type: "stale", kind: lane.kind, conversationId: lane.conversationId });
      return;
    }
    if (verdict.kind === "retry") {
      this.#wakeUp.by(verdict.isUnused === true ? this.#ports.clock.now() : verdict.due);
      return;
    }
    activity.over(lane, token);
    this.#announce(held, verdict);
  }

  #announce(held: HeldLease, verdict: Exclude<Verdict, { kind: "retry" }>): void {
    const { observers, clock } = this.#ports;
    const { lane, backend, head, attempt, conversation } = held.lease;
    const sequence = held.subjectSequence;
    if (sequence === null) return;
    const about = {
      type: "delivered",
      kind: lane.kind,
      backend,
      channelId: conversation.channelId,
      conversationId: lane.conversationId,
      sequence,
      deliverySequence: head.sequence,
      attempts: Math.min(attempt, lane.kind === "outbound" ? attemptLimit : attempt),
      acceptedAt: head.acceptedAt,
      waitedMs: clock.now() - head.acceptedAt,
    } as const;
    if (verdict.kind === "delivered") observers.notice(about);
    else observers.notice({ ...about, type: "failed", reason: verdict.failure.reason });
  }

  /**
   * Aborts every attempt after a standstill, because another node may have taken over the lanes. Known outcomes are
   * settled; the other leases are released lane by lane. The fencing token decides whether that is still allowed.
   */
  #standStill(gapMs: number): void {
    const { book, observers, logger } = this.#ports;
    const leases = book.dropAll();
    observers.notice({ type: "paused", gapMs, leases });
    if (leases > 0)
      logger.warn("the process was paused, so all leases were dropped", { gapMs, leases });
  }

  async #claim(): Promise<void> {
    if (this.#state !== "running") return;
    if (this.#claiming) {
      this.#wokenMeanwhile = true;
      return;
    }
    const { queue, clock, trouble } = this.#ports;
    this.#claiming = true;
    this.#wokenMeanwhile = false;
    let next = clock.now() + pacing.pollMs;
    try {
      await this.#settler.retry();
      const isAble = this.#settler.owing === 0 || (await queue.canWrite());
      next = isAble ? Math.min(next, await this.#claimDue()) : clock.now() + pacing.failedMs;
    } catch (error) {
      trouble.failed(error);
      next = clock.now() + pacing.failedMs;
    } finally {
      this.#claiming = false;
    }
    if (this.running) this.#wakeUp.by(this.#wokenMeanwhile ? clock.now() : next);
  }

  async #claimDue(): Promise<number> {
    this.#exhausted = false;
    await this.#ports.queue.claim();
    if (!this.running) return Number.POSITIVE_INFINITY;
    const dueAt = await this.#nextDueAt();
    this.#ports.trouble.succeeded();
    return dueAt;
  }

  async #nextDueAt(): Promise<number> {
    const { store, book, clock } = this.#ports;
    const pauseMs = this.#exhausted ? pacing.contendedMs : 1;
    return Math.max(await nextDueAt(store, book), clock.now() + pauseMs);
  }
}
