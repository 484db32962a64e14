import {
  askedPause,
  type BackendLevel,
  type BackendPause,
  defaultBackend,
  isUnavailable,
  levelAt,
  type PausedCall,
  readyPause,
  repairedPause,
  takenPause,
} from "../../model/backend-pause.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { LastingPause, Pauses } from "../../ports/services/pauses.ts";
import type { Readiness } from "../../ports/services/readiness.ts";
import type { PausedLane, PauseStore, ResumedLanes } from "../../ports/stores/pause-store.ts";
import type { Signals } from "../../ports/stores/signals.ts";
import type { StoreFailureLog } from "../commit/store-failure-log.ts";
import type { LeaseBook } from "../dispatch/lease-book.ts";
import { WakeUp } from "../dispatch/wake-up.ts";
import { RepeatedWork } from "./repeated-work.ts";
import { ReadyCalls } from "./ready-calls.ts";

const topic = "backend-pause";
/** How often a store that other nodes use is asked: they know of a pause within a second. */
const pollMs = 500;
const resumedAtOnce = 1_000;

type Change = (before: BackendPause | null) => BackendPause | null;

interface BackendPausesPorts {
  readonly store: PauseStore;
  readonly book: Pick<LeaseBook, "limitAgentApp">;
  readonly signals: Signals;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly failureLog: StoreFailureLog;
  /** Whether other nodes use the store. */
  readonly isShared: boolean;
}

/**
 * The pauses that the agent app asks for as a whole, as this node knows them. A change takes effect on this node at
 * once; it is written until the store takes it, and other nodes read it within a second.
 */
export class BackendPauses implements Readiness, Pauses {
  readonly #ports: BackendPausesPorts;
  readonly #wakeUp: WakeUp;
  readonly #readyCalls: ReadyCalls;
  readonly #work: RepeatedWork;
  #pause: BackendPause | null = null;
  #level: BackendLevel = "all";
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
    this.#readyCalls = new ReadyCalls(ports.clock);
    this.#work = new RepeatedWork(ports.timers, ports.failureLog);
  }

  /** @param onChange the agent app may be offered more @throws the store's error */
  async start(onChange: () => void): Promise<void> {
    const { store, clock, signals } = this.#ports;
    this.#onChange = onChange;
    this.#isRunning = true;
    this.#pause = ownOf(await store.pauses());
    this.#change((pause) => (pause === null ? null : repairedPause(pause, clock.now())));
    this.#unlisten = signals.listen(topic, (key) => this.#heard(key));
    this.#poll();
  }

  /** Waits for the work under way. What the store has not taken by then is lost. Never rejects. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isRunning = false;
    this.#unlisten();
    this.#cancelPoll();
    this.#wakeUp.stop();
    await this.#work.stop(timeoutMs);
  }

  lasting(): readonly LastingPause[] {
    const { since = null, until = null } = this.#pause ?? {};
    if (since === null || until === null || this.#ports.clock.now() >= until) return [];
    return [{ backend: defaultBackend, since, until }];
  }

  longestPaused(limit: number): Promise<readonly PausedLane[]> {
    return this.#ports.store.longestPaused(limit);
  }

  /** Whether a pause is long enough that nobody should be told that agents are there (ruling 2). */
  get isUnavailable(): boolean {
    return isUnavailable(this.#pause, this.#ports.clock.now());
  }

  /** The agent app asked for a pause of the whole backend. */
  asked(call: PausedCall): void {
    this.#change((before) => askedPause(before, defaultBackend, call));
  }

  /** The agent app took an event. */
  taken(calledAt: number): void {
    if (this.#pause === null || this.#pause.until === null) return;
    this.#change((before) => takenPause(before, calledAt));
  }

  /** Whether the agent app has called `ready()` for the conversation since a call began. */
  isReadySince(conversationId: string, calledAt: number): boolean {
    const { readyAt = null } = this.#pause ?? {};
    if (readyAt !== null && readyAt >= calledAt) return true;
    return this.#readyCalls.isSince(conversationId, calledAt);
  }

  /**
   * The store has taken the verdict on an event that was postponed at `decidedAt`. If the agent app has said meanwhile
   * that it is ready, the pause ends now: it was not there yet.
   */
  postponed(conversationId: string, decidedAt: number): void {
    if (this.isReadySince(conversationId, decidedAt)) this.#resume(conversationId);
  }

  ready(conversationId?: string): void {
    const now = this.#ports.clock.now();
    if (conversationId === undefined || this.lasting().length > 0)
      this.#change((before) => readyPause(before, defaultBackend, now));
    if (conversationId !== undefined) this.#readyCalls.add(conversationId);
    this.#resume(conversationId);
    this.#ports.signals.publish(topic, conversationId ?? "");
  }

  /** Another node has changed something. */
  #heard(key: string): void {
    if (key !== "") {
      this.#readyCalls.add(key);
      this.#resume(key);
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
    if (this.#isReading || this.#work.waiting > 0) return;
    this.#isReading = true;
    try {
      const read = ownOf(await this.#ports.store.pauses());
      if (this.#work.waiting > 0) return;
      const isReadyAgain = (read?.readyAt ?? 0) > (this.#pause?.readyAt ?? 0);
      this.#pause = read;
      this.#apply();
      if (isReadyAgain) this.#resume();
    } catch (error) {
      this.#ports.failureLog.failed(error);
    } finally {
      this.#isReading = false;
    }
  }

  #change(change: Change): void {
    const changed = change(this.#pause);
    if (changed === null) return this.#apply();
    this.#pause = changed;
    this.#apply();
    this.#changes.push(change);
    if (this.#changes.length === 1) this.#work.add(() => this.#write());
  }

  /** Writes what has changed until now. Many calls may answer with a pause at once. */
  async #write(): Promise<void> {
    const { store, signals } = this.#ports;
    while (this.#changes.length > 0) {
      const changes = [...this.#changes];
      const before = ownOf(await store.pauses());
      const after = changes.reduce((pause, change) => change(pause) ?? pause, before);
      const isNew = after !== null && after !== before;
      if (isNew && !(await store.save({ ...after, revision: (before?.revision ?? 0) + 1 })))
        continue;
      if (isNew) signals.publish(topic, "");
      this.#changes.splice(0, changes.length);
    }
  }

  #resume(conversationId?: string): void {
    this.#work.add(async () => {
      const which: ResumedLanes =
        conversationId === undefined ? { limit: resumedAtOnce } : { conversationId };
      const { store, clock } = this.#ports;
      let resumed = resumedAtOnce;
      while (resumed >= resumedAtOnce) resumed = await store.resume(which, clock.now());
      this.#onChange();
    });
  }

  /** Tells the lease book what the agent app may be offered, and wakes at the end of a pause. */
  #apply(): void {
    const { book, clock } = this.#ports;
    const now = clock.now();
    const before = this.#level;
    this.#level = levelAt(this.#pause, now);
    book.limitAgentApp(this.#level);
    if (this.#level === "none") this.#wakeUp.by(this.#pause?.until ?? now);
    else if (this.#level !== before) this.#onChange();
  }
}

function ownOf(pauses: readonly BackendPause[]): BackendPause | null {
  return pauses.find(({ backend }) => backend === defaultBackend) ?? null;
}
