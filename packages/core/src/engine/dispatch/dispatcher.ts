import { type LaneKind, laneKinds } from "../../model/lane.ts";
import { attemptLimit } from "../../model/schedule.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Logger } from "../../ports/platform/logger.ts";
import type { Lease, MessageStore, Verdict } from "../../ports/stores/message-store.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { WorkNotices } from "../../ports/stores/work-notices.ts";
import { mapped } from "../../mapped.ts";
import { atMost } from "../at-most.ts";
import type { Carrier } from "./carrier.ts";
import { ClaimPace } from "./claim-pace.ts";
import type { Committer } from "../commit/committer.ts";
import { subjectSequence } from "./event-subject.ts";
import { givenBack, unused } from "./given-back.ts";
import type { Grant } from "./grant.ts";
import type { LaneActivity } from "./lane-activity.ts";
import type { HeldLease, LeaseBook } from "./lease-book.ts";
import type { Observers } from "../observers.ts";
import { type SettlementEnd, Settler } from "../commit/settler.ts";
import type { StoreTrouble } from "../commit/store-trouble.ts";
import { nameOf } from "../thrown.ts";
import type { StallDetector } from "./stall-detector.ts";
import { WakeUp } from "./wake-up.ts";

/** Polling is the backstop for what other nodes wrote and for grants that a failed commit forgot. */
const pollMs = 1_000;
/** What was aborted at shutdown gets this long to be settled. */
const lastWordsMs = 1_000;
/** Notices that come together wake once. */
const noticeMs = 2;
/** A lane that is due but was not granted (another node is at it) is asked for again after this. */
const contendedMs = 25;
/** A store that failed is asked again after this. */
const failedMs = 250;

interface DispatcherPorts {
  readonly store: MessageStore;
  readonly committer: Committer;
  readonly book: LeaseBook;
  readonly carriers: Readonly<Record<LaneKind, Carrier>>;
  readonly activity: LaneActivity;
  readonly watch: StallDetector;
  readonly observers: Observers;
  readonly trouble: StoreTrouble;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** `null` for a store that tells nothing of other nodes. */
  readonly notices: WorkNotices | null;
}

/** The retry engine: carries every leased head once, settles it, and wakes when the next one is due. */
export class Dispatcher {
  readonly #ports: DispatcherPorts;
  readonly #settler: Settler;
  readonly #wakeUp: WakeUp;
  readonly #pace: ClaimPace;
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
    this.#settler = new Settler(ports.committer, ports.timers);
    this.#pace = new ClaimPace(ports.clock, ports.store.isRemote === true);
    this.#wakeUp = new WakeUp(ports.clock, ports.timers, () => void this.#claim());
  }

  get running(): boolean {
    return this.#state === "running";
  }

  /** Takes over what dead owners held, then runs. @throws what the store throws. */
  async start(): Promise<void> {
    const { book, clock, committer, notices, watch } = this.#ports;
    await committer.release("dead");
    committer.connect((grant) => this.#take(grant));
    watch.start((gapMs) => this.#standStill(gapMs));
    book.open();
    this.#state = "running";
    this.#wakeUp.by(clock.now());
    this.#unlisten = notices?.listen(() => this.#wakeUp.by(clock.now() + noticeMs)) ?? (() => {});
  }

  /** From now on nothing new is leased; what is in flight goes on. */
  drain(): void {
    this.#state = "draining";
    this.#ports.book.close();
    this.#unlisten();
    this.#wakeUp.stop();
  }

  /**
   * Waits for what is in flight, at most `patienceMs`; then aborts it and gives every lease back.
   * @throws what the store throws; the leases then end by themselves.
   */
  async stop(patienceMs: number): Promise<void> {
    const { book, committer, timers, watch } = this.#ports;
    this.drain();
    // A commit that was under way when the draining began may still bring leases.
    const settled = committer.idle().then(() => this.#allSettled());
    await atMost(timers, patienceMs, settled);
    watch.stop();
    book.dropAll();
    await atMost(timers, lastWordsMs, this.#allSettled());
    this.#stopped = true;
    this.#settler.close();
    await committer.release("own");
  }

  #allSettled(): Promise<void> {
    if (this.#inFlight === 0) return Promise.resolve();
    return new Promise((resolve) => (this.#nothingInFlight = resolve));
  }

  #take({ leases, exhausted, isDoubtful }: Grant): () => void {
    this.#exhausted ||= exhausted.length > 0;
    if (this.#stopped) return () => {};
    const held = mapped(leases, (lease) => this.#ports.book.take(lease));
    if (isDoubtful) for (const one of held) one.drop();
    // Where there is room nobody may be in flight to wake at its end: a claim that brought nothing may have had it.
    const isWakeless = exhausted.some((kind) => this.#ports.book.hasRoom(kind));
    if (isWakeless && this.running) this.#wakeUp.by(this.#ports.clock.now() + contendedMs);
    return () => {
      for (const one of held) void this.#carry(one);
    };
  }

  async #carry(held: HeldLease): Promise<void> {
    const { activity, book, clock } = this.#ports;
    const { lease } = held;
    const { lane, token } = lease;
    this.#inFlight += 1;
    try {
      activity.carried(lane, token);
      const verdict = held.held ? await this.#carryOut(held) : unused(lease, clock.now());
      const end = await this.#settler.settle({ lane, token, verdict });
      this.#conclude(lease, verdict, end);
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
      const facts = { lane: kind, conversationId, error: nameOf(error) };
      this.#ports.logger.error("an attempt failed with an internal error", facts);
      return null;
    });
    return (await carried) ?? givenBack(held, this.#ports.clock.now());
  }

  #conclude(lease: Lease, verdict: Verdict, end: SettlementEnd): void {
    const { activity, observers } = this.#ports;
    const { lane, token } = lease;
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
    this.#announce(lease, verdict);
  }

  #announce(lease: Lease, verdict: Exclude<Verdict, { kind: "retry" }>): void {
    const { observers, clock } = this.#ports;
    const { lane, head, attempt, conversation } = lease;
    const about = {
      type: "delivered",
      kind: lane.kind,
      channelId: conversation.channelId,
      conversationId: lane.conversationId,
      sequence: subjectSequence(lease),
      deliverySequence: head.sequence,
      attempts: Math.min(attempt, lane.kind === "outbound" ? attemptLimit : attempt),
      acceptedAt: head.acceptedAt,
      waitedMs: clock.now() - head.acceptedAt,
    } as const;
    if (verdict.kind === "delivered") observers.notice(about);
    else observers.notice({ ...about, type: "failed", reason: verdict.failure.reason });
  }

  /**
   * Another node may have taken our lanes while we stood still: whatever is under way is aborted. What is known by then
   * is settled, the rest is given back lane by lane; the token decides whether we still may.
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
    const { committer, clock, trouble } = this.#ports;
    if (this.#pace.restMs > 0) return this.#wakeUp.by(clock.now() + this.#pace.restMs);
    this.#claiming = true;
    this.#wokenMeanwhile = false;
    let next = clock.now() + pollMs;
    try {
      await this.#settler.retry();
      const isAble = this.#settler.owing === 0 || (await committer.canWrite());
      next = isAble ? Math.min(next, await this.#claimDue()) : clock.now() + failedMs;
    } catch (error) {
      trouble.failed(error);
      next = clock.now() + failedMs;
    } finally {
      this.#claiming = false;
      this.#pace.ended();
    }
    if (this.running) this.#wakeUp.by(this.#wokenMeanwhile ? clock.now() : next);
  }

  async #claimDue(): Promise<number> {
    this.#exhausted = false;
    await this.#ports.committer.claim();
    const dueAt = await this.#nextDueAt();
    this.#ports.trouble.succeeded();
    return dueAt;
  }

  /** When a lane is due that this node has room for. */
  async #nextDueAt(): Promise<number> {
    const { store, book, clock } = this.#ports;
    const due = await store.nextDueAt();
    const instants = laneKinds
      .filter((kind) => book.hasRoom(kind))
      .map((kind) => due[kind] ?? Number.POSITIVE_INFINITY);
    return Math.max(Math.min(...instants), clock.now() + (this.#exhausted ? contendedMs : 1));
  }
}
