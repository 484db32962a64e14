import type { ErasureNotice } from "../../model/erasure-notice.ts";
import { backendDeadlineMs, longestAskedPauseMs } from "../../model/schedule.ts";
import { pauseAfterFailures } from "../pause-after-failures.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Logger } from "../../ports/platform/logger.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { ErasureStore, StoredErasure } from "../../ports/stores/erasure-store.ts";
import { WakeUp } from "../dispatch/wake-up.ts";
import { errorFacts } from "../error-facts.ts";
import { LogThrottle } from "../log-throttle.ts";
import { waitAtMost } from "../wait-at-most.ts";
import { type ErasureEnd, type NamedErasureListener, tellErased } from "./erasure-call.ts";

const pageSize = 100;
/** A run ends after so many failures: the listener may be out of order. */
const triesPerRun = 3;
const notTaken =
  'a listener did not take an erased conversation: it must answer { outcome: "taken" } when it has';
/** Another node may have stopped between an erasure and its notice. */
const pollMs = 30_000;

interface AnnouncerPorts {
  readonly store: ErasureStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
}

/**
 * Passes the notices of erased conversations on to the listeners, until they take them. After some failures, and when a
 * listener asks for it, it pauses, and then goes on behind the last of them: one that fails for ever holds up no other.
 * Without listeners notices are deleted. Entries of plugins that do not listen are deleted first.
 */
export class ErasureAnnouncer {
  readonly #ports: AnnouncerPorts;
  readonly #wakeUp: WakeUp;
  readonly #throttle: LogThrottle;
  readonly #stopping = new AbortController();
  #listeners: readonly NamedErasureListener[] | null = null;
  #backends: readonly string[] | null = null;
  #work: Promise<void> | null = null;
  #isWoken = false;
  /** The round goes on behind this position. */
  #after = 0;
  #triesLeft = triesPerRun;
  #hasFailed = false;
  /** A listener has asked for a pause until then. */
  #pausedUntil = 0;
  /** Since the last round without any. */
  #failures = 0;

  constructor(ports: AnnouncerPorts) {
    this.#ports = ports;
    this.#wakeUp = new WakeUp(ports.clock, ports.timers, () => this.wake());
    this.#throttle = new LogThrottle(ports.clock);
  }

  /**
   * Notices that a crash left behind come first.
   * @param backends the agent apps of this node, and those that are gone for good; `null`: all that there are
   */
  start(
    listeners: readonly NamedErasureListener[],
    backends: readonly string[] | null = null,
  ): void {
    this.#listeners = listeners;
    this.#backends = backends;
    this.wake();
  }

  /** Something was erased on this node. */
  wake(): void {
    if (this.#listeners === null || this.#stopping.signal.aborted) return;
    if (this.#work !== null) {
      this.#isWoken = true;
      return;
    }
    if (this.#isPaused()) return this.#wakeUp.by(this.#pausedUntil);
    this.#work = this.#run(this.#listeners).finally(() => (this.#work = null));
  }

  /** Aborts the calls that run, and waits for them. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopping.abort();
    this.#wakeUp.stop();
    await waitAtMost(this.#ports.timers, timeoutMs, this.#work ?? Promise.resolve(), undefined);
  }

  async #run(listeners: readonly NamedErasureListener[]): Promise<void> {
    try {
      do {
        this.#isWoken = false;
        this.#triesLeft = triesPerRun;
        await this.#announceAll(listeners);
      } while (this.#isWoken && !this.#isRunOver());
    } catch (error) {
      this.#failed("notices of erased conversations could not be read or deleted", error);
    }
    if (this.#stopping.signal.aborted) return;
    const pauseMs = this.#failures === 0 ? pollMs : pauseAfterFailures(this.#failures);
    this.#wakeUp.by(this.#isPaused() ? this.#pausedUntil : this.#ports.clock.now() + pauseMs);
  }

  #isRunOver(): boolean {
    return this.#triesLeft === 0 || this.#isPaused() || this.#stopping.signal.aborted;
  }

  /** Whether a listener has asked for a pause. One that ends later than it can is from before the clock was set back. */
  #isPaused(): boolean {
    const leftMs = this.#pausedUntil - this.#ports.clock.now();
    return leftMs > 0 && leftMs <= longestAskedPauseMs;
  }

  /** Ends at the last notice, or after some failures. */
  async #announceAll(listeners: readonly NamedErasureListener[]): Promise<void> {
    const { store } = this.#ports;
    for (;;) {
      const page = await store.notices(this.#after, pageSize);
      if (page.length === 0) return this.#roundEnded();
      const taken = await this.#announcePage(listeners, page);
      if (taken.length > 0) await store.remove(taken);
      if (this.#isRunOver()) return;
    }
  }

  /** @returns the positions that were taken. */
  async #announcePage(
    listeners: readonly NamedErasureListener[],
    page: readonly StoredErasure[],
  ): Promise<readonly number[]> {
    const taken: number[] = [];
    const { store, clock } = this.#ports;
    for (const { position, owners, ...notice } of page) {
      if (this.#isRunOver()) break;
      if (!this.#canTell(owners)) {
        this.#after = position;
        continue;
      }
      const concerned = listeners.filter((one) => concerns(one, owners));
      const ofAllBut = concerned.flatMap(({ instance }) => instance ?? []);
      await store.removeEntries(notice.conversationId, { ofAllBut });
      const end = await this.#announce(concerned, notice);
      this.#after = position;
      if (end === "taken") taken.push(position);
      else if (end === "not-taken") this.#triesLeft -= 1;
      else this.#pausedUntil = clock.now() + end.againInMs;
    }
    return taken;
  }

  /** Whether every agent app that is to hear of it is here. Another node has the others, and tells all. */
  #canTell(owners: readonly string[] | null): boolean {
    const here = this.#backends;
    return here === null || owners === null || owners.every((owner) => here.includes(owner));
  }

  #roundEnded(): void {
    if (!this.#hasFailed) this.#failures = 0;
    this.#after = 0;
    this.#hasFailed = false;
  }

  /** @returns `taken` when every listener has taken it. */
  async #announce(
    listeners: readonly NamedErasureListener[],
    notice: ErasureNotice,
  ): Promise<ErasureEnd> {
    const { store, timers } = this.#ports;
    const late = new AbortController();
    const stop = () => late.abort();
    this.#stopping.signal.addEventListener("abort", stop);
    const calls = listeners.map((one) => tellErased(one, store, notice, late.signal));
    try {
      const ends = await waitAtMost(timers, backendDeadlineMs, Promise.all(calls), null);
      if (ends === null)
        this.#failed("an erased conversation could not be passed on in time", null);
      else if (ends.includes("not-taken")) this.#failed(notTaken, null);
      else return ends.find((end) => end !== "taken") ?? "taken";
    } catch (error) {
      this.#failed("an erased conversation could not be passed on", error);
    } finally {
      late.abort();
      this.#stopping.signal.removeEventListener("abort", stop);
    }
    return "not-taken";
  }

  /** The log does not name the conversation: its id must not outlive it. */
  #failed(event: string, error: unknown): void {
    this.#hasFailed = true;
    this.#failures += 1;
    if (this.#stopping.signal.aborted || !this.#throttle.allows()) return;
    this.#ports.logger.warn(event, {
      ...(error !== null && errorFacts(error)),
      failures: this.#failures,
    });
  }
}

/** Whether a listener's agent app ever owned the conversation. `owners`: `null` when that is unknown. */
function concerns({ backends }: NamedErasureListener, owners: readonly string[] | null): boolean {
  return backends === null || owners === null || owners.some((one) => backends.includes(one));
}
