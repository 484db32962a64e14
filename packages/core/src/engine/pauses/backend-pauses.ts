import {
  askedPause,
  type BackendLevel,
  type BackendPause,
  defaultBackend,
  isReadySince,
  isUnavailable,
  levelAt,
  type PauseRequest,
  readyPause,
  repairedPause,
  takenPause,
} from "../../model/backend-pause.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { LastingPause } from "../../ports/services/pauses.ts";
import type { Readiness } from "../../ports/services/readiness.ts";
import type { PauseStore } from "../../ports/stores/pause-store.ts";
import type { Signals } from "../../ports/stores/signals.ts";
import type { StoreFailureLog } from "../commit/store-failure-log.ts";
import type { LeaseBook } from "../dispatch/lease-book.ts";
import type { StallDetector } from "../dispatch/stall-detector.ts";
import { WakeUp } from "../dispatch/wake-up.ts";
import { LaneResumer } from "./lane-resumer.ts";
import { RecentCalls } from "./recent-calls.ts";
import { notAnId } from "./ready-fault.ts";
import { RepeatedWork } from "./repeated-work.ts";

/** How often a store that other nodes use is asked: they know of a pause within a second. */
const pollMs = 500;

type Change = (before: BackendPause | null) => BackendPause | null;

interface BackendPausesPorts {
  /** Name of the backend. */
  readonly backend: string;
  /** Names of backends that are gone, whose lanes it takes. */
  readonly standsInFor: readonly string[];
  readonly store: PauseStore;
  readonly book: Pick<LeaseBook, "limit">;
  readonly signals: Signals;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly watch: Pick<StallDetector, "restart">;
  readonly failureLog: StoreFailureLog;
  /** Whether other nodes use the store. */
  readonly isShared: boolean;
}

/**
 * The pauses that one agent app asks for as a whole, as this node knows them. A change takes effect on this node at
 * once; it is written until the store takes it, and other nodes read it within a second.
 */
export class BackendPauses implements Readiness {
  readonly #ports: BackendPausesPorts;
  readonly #topic: string;
  readonly #wakeUp: WakeUp;
  readonly #writes: RepeatedWork;
  readonly #resumer: LaneResumer;
  /** When the agent app last called `ready()` for single conversations. */
  readonly #readyCalls: RecentCalls;
  /** When the agent app was called with events that it has postponed on this node. */
  readonly #postponed: RecentCalls;
  #pause: BackendPause | null = null;
  #level: BackendLevel = "all";
  #lastTakenAt: number | null = null;
  #onChange: () => void = () => {};
  #unlisten: () => void = () => {};
  #cancelPoll: () => void = () => {};
  /** Not written yet. */
  readonly #changes: Change[] = [];
  #isReading = false;
  #isRunning = false;

  constructor(ports: BackendPausesPorts) {
    this.#ports = ports;
    this.#wakeUp = new WakeUp(ports.clock, ports.timers, () => this.#apply());
    this.#writes = new RepeatedWork(ports.timers, ports.failureLog);
    this.#topic = topicOf(ports.backend);
    this.#resumer = new LaneResumer(ports, () => this.#onChange());
    this.#readyCalls = new RecentCalls(ports.clock);
    this.#postponed = new RecentCalls(ports.clock);
  }

  /** @param onChange the agent app may be offered more @throws the store's error */
  async start(onChange: () => void): Promise<void> {
    this.#onChange = onChange;
    this.#isRunning = true;
    this.#pause = await this.#stored();
    this.#apply();
    this.#unlisten = this.#ports.signals.listen(this.#topic, (key) => this.#heard(key));
    this.#poll();
  }

  /** Waits for the work under way. What the store has not taken by then is lost. Never rejects. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isRunning = false;
    this.#unlisten();
    this.#cancelPoll();
    this.#wakeUp.stop();
    await Promise.all([this.#writes.stop(timeoutMs), this.#resumer.stop(timeoutMs)]);
  }

  lasting(): readonly LastingPause[] {
    const { since = null, until = null } = this.#pause ?? {};
    if (since === null || until === null || this.#ports.clock.now() >= until) return [];
    return [{ backend: this.#ports.backend, since, until }];
  }

  /** Whether a pause is long enough that nobody should be told that agents are there (ruling 2). */
  get isUnavailable(): boolean {
    return isUnavailable(this.#pause, this.#ports.clock.now());
  }

  /** When the agent app last took an event of any kind on this node; `null`: never. */
  get lastTakenAt(): number | null {
    return this.#lastTakenAt;
  }

  /** The agent app asked for a pause of the whole backend. */
  asked(request: PauseRequest): void {
    this.#change((before) => askedPause(before, this.#ports.backend, request));
  }

  /** The agent app took an event. */
  taken(calledAt: number): void {
    this.#lastTakenAt = this.#ports.clock.now();
    if (this.#pause === null || this.#pause.until === null) return;
    this.#change((before) => takenPause(before, calledAt));
  }

  /** Whether the agent app has called `ready()` for the conversation since a call began. */
  isReadySince(conversationId: string, calledAt: number): boolean {
    const now = this.#ports.clock.now();
    if (isReadySince(this.#pause?.readyAt ?? null, calledAt, now)) return true;
    return isReadySince(this.#readyCalls.of(conversationId), calledAt, now);
  }

  /**
   * The store has taken the verdict on an event that was postponed. If the agent app has said since that call began that
   * it is ready, the pause ends now: it was not there yet.
   */
  postponed(conversationId: string, calledAt: number): void {
    this.#postponed.add(conversationId, calledAt);
    if (this.isReadySince(conversationId, calledAt)) void this.#resumer.resume(conversationId);
  }

  ready(id?: string): Promise<void> {
    if (id !== undefined && (typeof id !== "string" || id === "")) throw notAnId();
    const conversationId = id ?? null;
    const now = this.#ports.clock.now();
    if (conversationId === null || this.lasting().length > 0)
      this.#change((before) => readyPause(before, this.#ports.backend, now));
    if (conversationId !== null) this.#readyCalls.add(conversationId, now);
    const resumed = this.#resumer.resume(conversationId);
    this.#ports.signals.publish(this.#topic, conversationId ?? "");
    return resumed;
  }

  /** Another node has changed something, or was told that the agent app is ready for a conversation. */
  #heard(conversationId: string): void {
    if (conversationId !== "") {
      this.#readyCalls.add(conversationId, this.#ports.clock.now());
      if (this.#postponed.of(conversationId) !== null) void this.#resumer.resume(conversationId);
    }
    void this.#read();
  }

  #poll(): void {
    if (!this.#ports.isShared || !this.#isRunning) return;
    this.#cancelPoll = this.#ports.timers.after(pollMs, () => {
      void this.#read();
      this.#poll();
    });
  }

  /** Reads what other nodes have written, unless this node is about to write. */
  async #read(): Promise<void> {
    const { failureLog } = this.#ports;
    if (this.#isReading || this.#changes.length > 0) return;
    this.#isReading = true;
    try {
      const read = await this.#stored();
      failureLog.succeeded();
      if (this.#changes.length > 0) return;
      const { readyAt = null } = this.#pause ?? {};
      this.#pause = read;
      this.#apply();
      if (read !== null && read.readyAt !== null && read.readyAt !== readyAt)
        this.#resumeOwn(read.readyAt);
    } catch (error) {
      failureLog.failed(error);
    } finally {
      this.#isReading = false;
    }
  }

  /** Ends pauses of events that were under way on this node when another one was told that the agent app is ready. */
  #resumeOwn(readyAt: number): void {
    for (const conversationId of this.#postponed.until(readyAt))
      void this.#resumer.resume(conversationId);
  }

  #change(change: Change): void {
    const changed = change(this.#pause);
    if (changed === null) return;
    this.#pause = changed;
    this.#apply();
    this.#changes.push(change);
    if (this.#changes.length === 1) this.#writes.add(() => this.#write());
  }

  /** Writes what has changed until now. Many calls may answer with a pause at once. */
  async #write(): Promise<void> {
    const { store, signals } = this.#ports;
    while (this.#changes.length > 0) {
      const changes = [...this.#changes];
      const before = await this.#stored();
      const after = changes.reduce((pause, change) => change(pause) ?? pause, before);
      const isNew = after !== null && after !== before;
      if (isNew && !(await store.save({ ...after, revision: (before?.revision ?? 0) + 1 })))
        continue;
      if (isNew) signals.publish(this.#topic, "");
      this.#changes.splice(0, changes.length);
    }
  }

  async #stored(): Promise<BackendPause | null> {
    const all = await this.#ports.store.pauses();
    return all.find(({ backend }) => backend === this.#ports.backend) ?? null;
  }

  /** Tells the lease book what the agent app may be offered, and wakes at the end of a pause. */
  #apply(): void {
    const { backend, book, clock } = this.#ports;
    const now = clock.now();
    if (repairedPause(this.#pause, now) !== null)
      return this.#change((pause) => repairedPause(pause, now));
    const before = this.#level;
    this.#level = levelAt(this.#pause, now);
    book.limit(backend, this.#level);
    if (this.#level === "none") this.#wakeUp.by(this.#pause?.until ?? now);
    else if (this.#level !== before) this.#onChange();
  }
}

/** That of `default` is the one of nodes from before there were several backends. */
function topicOf(backend: string): string {
  return backend === defaultBackend ? "backend-pause" : `backend-pause ${backend}`;
}
