import type { Claim, WriteAnswer } from "../../model/plugin-entry.ts";
import type { DueAnswer, DueListener } from "../../ports/due-listener.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { StateWrite } from "../../state/state-batch.ts";
import { pluginEntry, type StoredEntry } from "../../state/stored-entry.ts";
import { schemaFault } from "../../validation/schema-fault.ts";
import { waitAtMost } from "../wait-at-most.ts";
import { pauseAfterFailures } from "../pause-after-failures.ts";
import { duePacing } from "./due-pacing.ts";
import { isNearEnough, readValue } from "./read-write.ts";
import { dueAnswer } from "./write-schema.ts";

/** What a due call needs. */
export interface DueCallPorts {
  readonly listener: DueListener;
  /** Commits one write of the instance. @throws the store's error */
  readonly write: (write: StateWrite) => Promise<WriteAnswer>;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Tells that a call has failed. `thrown` may be anything. */
  readonly onFailed: (thrown: unknown) => void;
}

/** One call of a plugin for a due entry. Its claim is renewed until the call has ended. */
export class DueCall {
  readonly #ports: DueCallPorts;
  readonly #entry: StoredEntry;
  readonly #claim: Claim;
  readonly #controller = new AbortController();
  #until: number;
  #isStopping = false;
  #isRepeated = false;
  #isTimeUp = false;
  /** Whether the claim has ended. Another call may run by then, so the answer of this one no longer counts. */
  #isOver = false;
  #cancelRenewal: () => void = () => {};
  #cancelLimits: () => void = () => {};
  /** Resolves when the plugin's promise has settled, and those of earlier calls. */
  readonly settled: Promise<void>;
  #settle: () => void = () => {};

  constructor(ports: DueCallPorts, entry: StoredEntry) {
    this.#ports = ports;
    this.#entry = entry;
    this.#claim = { key: entry.key, token: entry.claim?.token ?? "" };
    this.#until = entry.claim?.until ?? 0;
    this.settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** @param earlier settles when an earlier call of the same entry in this process has ended. Never rejects. */
  async run(earlier: Promise<void>): Promise<void> {
    this.#renewLater();
    const { timers } = this.#ports;
    const isFree = Promise.race([earlier, this.#aborted()]);
    await waitAtMost(timers, duePacing.settleMs, isFree, undefined);
    this.#limitTime();
    const end = this.#isAborted ? this.#release : await this.#call();
    this.#cancelLimits();
    // An aborted call does not wait for the earlier one, but whoever follows it does.
    void earlier.then(this.#settle);
    await this.#end(end);
    this.abandon();
  }

  /** Asks whether the claim still holds, and makes it last longer. */
  async renew(): Promise<void> {
    this.#cancelRenewal();
    if (this.#isOver) return;
    const { clock, write } = this.#ports;
    const until = clock.now() + duePacing.claimMs;
    try {
      const answer = await write({ kind: "renew", claim: this.#claim, until });
      if (!answer.written) return this.#lose();
      this.#until = Math.max(this.#until, until);
    } catch {
      if (clock.now() >= this.#until) return this.#lose();
    }
    this.#renewLater();
  }

  /** Whether its claim has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Leaves a call alone that does not end. */
  abandon(): void {
    this.#isOver = true;
    this.#cancelRenewal();
    this.#cancelLimits();
  }

  /** Of its entry. */
  get conversationId(): string | null {
    return this.#entry.conversationId;
  }

  /** The conversation's owner has changed: whatever the plugin answers now, the entry is due again. */
  repeat(): void {
    this.#isRepeated = true;
    this.stop();
  }

  /** The gateway stops. */
  stop(): void {
    this.#isStopping = true;
    this.#controller.abort();
  }

  get #isAborted(): boolean {
    return this.#controller.signal.aborted;
  }

  get #release(): StateWrite {
    return { kind: "release", claim: this.#claim };
  }

  #lose(): void {
    this.#isOver = true;
    this.#controller.abort();
  }

  /** A call that goes on for long after its signal has aborted loses its claim. */
  #limitTime(): void {
    const { timers, onFailed } = this.#ports;
    const { callMs, settleMs } = duePacing;
    const cancelAbort = timers.after(callMs, () => {
      this.#isTimeUp = true;
      this.#controller.abort();
    });
    const cancelLoss = timers.after(callMs + settleMs, () => {
      onFailed(new DueCallFailure("still-running"));
      this.#lose();
    });
    this.#cancelLimits = () => {
      cancelAbort();
      cancelLoss();
    };
  }

  #aborted(): Promise<void> {
    const { signal } = this.#controller;
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  #renewLater(): void {
    if (this.#isOver) return;
    this.#cancelRenewal();
    this.#cancelRenewal = this.#ports.timers.after(duePacing.renewMs, () => void this.renew());
  }

  async #call(): Promise<StateWrite> {
    const { listener } = this.#ports;
    try {
      const entry = { ...pluginEntry(this.#entry), claim: this.#claim };
      const answer = await listener.due(entry, this.#controller.signal);
      return this.#isRepeated ? this.#release : this.#endOf(answer);
    } catch (thrown) {
      // A call that ends because its time is up, the gateway stops, or another took over, has not failed.
      if (this.#isTimeUp || this.#isStopping || this.#isOver) return this.#release;
      this.#ports.onFailed(thrown);
      return this.#failedEnd();
    }
  }

  /** @throws Error when the plugin's answer is none */
  #endOf(answer: DueAnswer): StateWrite {
    const now = this.#ports.clock.now();
    if (schemaFault(dueAnswer, answer, answerWords) !== null)
      throw new DueCallFailure("no-due-answer");
    if ("gone" in answer) return { kind: "gone", claim: this.#claim };
    const value = answer.value === undefined ? undefined : readValue(answer.value);
    if (!isNearEnough(answer.dueAt, now) || typeof value === "object")
      throw new DueCallFailure("no-due-answer");
    const end = { kind: "end", claim: this.#claim, due: answer.dueAt, hasFailed: false } as const;
    return value === undefined ? end : { ...end, value };
  }

  #failedEnd(): StateWrite {
    const pauseMs = pauseAfterFailures(this.#entry.failures + 1);
    const due = this.#ports.clock.now() + pauseMs;
    return { kind: "end", claim: this.#claim, due, hasFailed: true };
  }

  /** Until the store has taken it, or the claim is lost. A value that finds no room counts as a failure. */
  async #end(end: StateWrite): Promise<void> {
    const { write, timers, onFailed } = this.#ports;
    while (!this.#isOver) {
      try {
        const answer = await write(end);
        if (answer.written || answer.why !== "full") return;
        onFailed(new DueCallFailure("state-full"));
        end = this.#failedEnd();
      } catch {
        await new Promise<void>((resolve) => void timers.after(duePacing.endAgainMs, resolve));
      }
    }
  }
}

const answerWords = { whole: "the answer", field: "field" };

/** What is wrong with a call that has not thrown. A plugin in plain JavaScript may answer anything. */
class DueCallFailure extends Error {
  readonly code: "no-due-answer" | "state-full" | "still-running";

  constructor(code: DueCallFailure["code"]) {
    super(code);
    this.code = code;
  }
}
