import { setTimeout as pause } from "node:timers/promises";
import { attemptLimit, type GatewayEvent, type Observer, tickMs } from "@parley/core";

/**
 * Milliseconds by which each attempt and report began late. Everything is counted from the acceptance, which is never
 * after the start of the series. So no lateness is missed.
 */
export interface LatenessResult {
  /** By attempt: at 0, 3 and 6 s. */
  readonly attempts: readonly (readonly number[])[];
  /** At 9 s. */
  readonly reports: readonly number[];
}

/** One agent message that fails. */
interface Series {
  readonly startedAt: number[];
  acceptedAt: number | null;
  reportedAt: number | null;
}

const pollMs = 20;

/** Observes one gateway. Each of its conversations has one message at a time in each direction. */
export class Lateness implements Observer {
  readonly #opened = new Set<string>();
  readonly #series = new Map<string, Series>();
  /** Number of each fault. */
  readonly #faults = new Map<string, number>();
  #ended = 0;

  notice(event: GatewayEvent): void {
    if (event.type === "delivered") this.#opened.add(event.conversationId);
    if (event.type === "attempted" && event.kind === "outbound") this.#attempted(event);
    if (event.type === "failed") this.#failed(event);
    if (event.type === "paused") this.#fault(`the process stood still for ${event.gapMs} ms`);
    if (event.type === "store-failed") this.#fault("the store failed");
  }

  reported(conversationId: string, reason: string, now: number): void {
    const series = this.#of(conversationId);
    if (series.reportedAt !== null) this.#fault("a report came twice");
    if (reason !== "http-status") this.#fault(`a report said ${reason}`);
    series.reportedAt = now;
    this.#endedPerhaps(series);
  }

  /** Waits for a number of conversations, and returns their ids. */
  async opened(conversations: number): Promise<readonly string[]> {
    while (this.#opened.size < conversations) await pause(pollMs);
    return [...this.#opened];
  }

  /**
   * Results of one message to each conversation; then resets.
   * @throws Error unless every message was tried three times and reported once.
   */
  async result(messages: number, timeoutMs: number): Promise<LatenessResult> {
    const patience = performance.now() + timeoutMs;
    while (this.#ended < messages && performance.now() < patience) await pause(pollMs);
    const all = [...this.#series.values()];
    const ended = this.#ended;
    this.#series.clear();
    this.#ended = 0;
    const attempts = all.map(({ startedAt }) => startedAt.length);
    if (ended !== messages) this.#fault(`${ended} of ${messages} reported`);
    for (const made of attempts) if (made !== attemptLimit) this.#fault("an attempt was skipped");
    if (this.#faults.size > 0) throw new Error(this.#told());
    const late = (tick: number, instantOf: (series: Series) => number | null | undefined) =>
      all.map((series) => Number(instantOf(series)) - Number(series.acceptedAt) - tick * tickMs);
    return {
      attempts: Array.from({ length: attemptLimit }, (_, tick) =>
        late(tick, ({ startedAt }) => startedAt[tick]),
      ),
      reports: late(attemptLimit, ({ reportedAt }) => reportedAt),
    };
  }

  #attempted({
    conversationId,
    attempt,
    startedAt,
    status,
  }: Extract<GatewayEvent, { type: "attempted" }>) {
    const series = this.#of(conversationId);
    series.startedAt.push(startedAt);
    if (attempt !== series.startedAt.length) this.#fault(`attempt ${attempt} came out of turn`);
    if (status !== 500) this.#fault(`an attempt was answered ${status ?? "nothing"}`);
  }

  #failed({ conversationId, acceptedAt }: Extract<GatewayEvent, { type: "failed" }>): void {
    const series = this.#of(conversationId);
    series.acceptedAt = acceptedAt;
    this.#endedPerhaps(series);
  }

  /** The report may come before the event of the failed message. */
  #endedPerhaps({ acceptedAt, reportedAt }: Series): void {
    if (acceptedAt !== null && reportedAt !== null) this.#ended += 1;
  }

  #fault(what: string): void {
    this.#faults.set(what, (this.#faults.get(what) ?? 0) + 1);
  }

  #told(): string {
    return [...this.#faults].map(([what, times]) => `${what} (${times} times)`).join("; ");
  }

  #of(conversationId: string): Series {
    const known = this.#series.get(conversationId);
    if (known !== undefined) return known;
    const series: Series = { startedAt: [], acceptedAt: null, reportedAt: null };
    this.#series.set(conversationId, series);
    return series;
  }
}
