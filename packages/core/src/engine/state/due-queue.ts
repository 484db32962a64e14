import type { DueListener } from "../../ports/due-listener.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Logger } from "../../ports/platform/logger.ts";
import type { Random } from "../../ports/platform/random.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { StateStore } from "../../ports/stores/state-store.ts";
import type { StateLimits, StateWrite } from "../../state/state-batch.ts";
import type { CommitQueue } from "../commit/commit-queue.ts";
import { StoreFailureLog } from "../commit/store-failure-log.ts";
import { WakeUp } from "../dispatch/wake-up.ts";
import { errorFacts } from "../error-facts.ts";
import { LogThrottle } from "../log-throttle.ts";
import { waitAtMost } from "../wait-at-most.ts";
import { DueCall } from "./due-call.ts";
import { duePacing } from "./due-pacing.ts";
import type { StateChange } from "./state-changes.ts";

const tokenCharacters = 22;
const failureTexts = {
  fails: "due entries of a plugin could not be claimed",
  ends: "due entries of plugins can be claimed again",
};

/** What the due calls of every instance need. */
export interface DuePorts {
  readonly store: StateStore;
  readonly queue: Pick<CommitQueue, "write">;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly logger: Logger;
  readonly limits: StateLimits;
  /** Calls that one instance may have running on this node. */
  readonly callLimit: number;
  /** Whether other nodes use the store. */
  readonly isShared: boolean;
}

/** Claims the due entries of one instance, and calls its listener for each. */
export class DueQueue {
  readonly #ports: DuePorts;
  readonly #instance: string;
  readonly #listener: DueListener;
  readonly #wakeUp: WakeUp;
  readonly #failureLog: StoreFailureLog;
  readonly #throttle: LogThrottle;
  /** By key. A call that has lost its claim stays until the plugin's promise settles. */
  readonly #running = new Map<string, DueCall>();
  readonly #ends = new Set<Promise<void>>();
  #claiming: Promise<void> | null = null;
  #hasClaimed = false;
  #isWoken = false;
  #isStopped = false;

  constructor(ports: DuePorts, instance: string, listener: DueListener) {
    this.#ports = ports;
    this.#instance = instance;
    this.#listener = listener;
    this.#wakeUp = new WakeUp(ports.clock, ports.timers, () => this.wake());
    this.#failureLog = new StoreFailureLog(failureTexts, ports.logger, ports.clock);
    this.#throttle = new LogThrottle(ports.clock);
  }

  /** Something may be due. */
  wake(): void {
    if (this.#isStopped) return;
    this.#isWoken = true;
    this.#claiming ??= this.#claimAll();
  }

  /** The instance has written on this node. */
  changed({ keys, isDue }: StateChange): void {
    for (const key of keys) void this.#running.get(key)?.renew();
    if (isDue) this.wake();
  }

  /** Aborts the calls that run for entries of a conversation. The entries are due again. */
  abort(conversationId: string): void {
    for (const call of this.#running.values())
      if (call.conversationId === conversationId) call.repeat();
  }

  /** Aborts the calls that run, and waits for them. Never rejects. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopped = true;
    this.#wakeUp.stop();
    for (const call of this.#running.values()) call.stop();
    const ended = async (): Promise<void> => {
      await this.#claiming;
      await Promise.all(this.#ends);
    };
    await waitAtMost(this.#ports.timers, timeoutMs, ended(), undefined);
    for (const call of this.#running.values()) call.abandon();
  }

  async #claimAll(): Promise<void> {
    const { clock, isShared } = this.#ports;
    const { pollMs, idleMs, failedMs } = duePacing;
    try {
      while (this.#isWoken && !this.#isStopped) {
        this.#isWoken = false;
        await this.#claim();
      }
      this.#failureLog.succeeded();
      this.#wakeUp.by(clock.now() + (isShared ? pollMs : idleMs));
    } catch (error) {
      this.#failureLog.failed(error);
      this.#wakeUp.by(clock.now() + failedMs);
    } finally {
      this.#claiming = null;
    }
  }

  async #claim(): Promise<void> {
    const { store, clock, random, callLimit } = this.#ports;
    // Calls that have lost their claim are the plugin's to end.
    const limit = callLimit - [...this.#running.values()].filter(({ isOver }) => !isOver).length;
    // The end of a call wakes this queue.
    if (limit <= 0) return;
    const now = clock.now();
    const { entries, nextAt } = await store.claimDue(
      {
        instance: this.#instance,
        limit,
        token: random.token(tokenCharacters),
        until: now + duePacing.claimMs,
        isFirst: !this.#hasClaimed,
      },
      now,
    );
    this.#hasClaimed = true;
    for (const entry of entries) this.#start(new DueCall(this.#callPorts(), entry), entry.key);
    // Another node may be about to claim what is due already.
    if (nextAt !== null) this.#wakeUp.by(Math.max(nextAt, now + duePacing.contendedMs));
  }

  #start(call: DueCall, key: string): void {
    const earlier = this.#running.get(key)?.settled ?? Promise.resolve();
    this.#running.set(key, call);
    if (this.#isStopped) call.stop();
    const end = call.run(earlier).finally(() => {
      this.#ends.delete(end);
      this.wake();
    });
    void call.settled.then(() => {
      if (this.#running.get(key) === call) this.#running.delete(key);
    });
    this.#ends.add(end);
  }

  #callPorts() {
    const { queue, clock, timers, limits } = this.#ports;
    return {
      listener: this.#listener,
      write: (write: StateWrite) =>
        queue.write({ instance: this.#instance, writes: [write], limits }),
      clock,
      timers,
      onFailed: (thrown: unknown) => this.#failed(thrown),
    };
  }

  /** The log does not name the key, which may be a detail of a visitor. */
  #failed(thrown: unknown): void {
    if (!this.#throttle.allows()) return;
    const facts = errorFacts(thrown);
    this.#ports.logger.warn("a due call of a plugin failed", {
      instance: this.#instance,
      ...facts,
    });
  }
}
