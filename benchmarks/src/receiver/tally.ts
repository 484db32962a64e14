import { setTimeout as pause } from "node:timers/promises";
import { epochNow, nameOf, type Told } from "../load/text.ts";
import { quantile } from "../statistics.ts";

/** Messages received since the last reset. */
export interface Received {
  /** Messages, each counted once. */
  readonly messages: number;
  readonly repeated: number;
  /** How often a message came before an earlier one of its writer. */
  readonly outOfOrder: number;
  /** Epoch milliseconds of the last new message. */
  readonly lastAt: number;
  /** Delay from the request to the arrival. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Epoch milliseconds of each message's arrival, by its name; empty unless times are kept. */
  readonly arrivedAt: ReadonlyMap<string, number>;
}

const pollMs = 5;

interface Writer {
  next: number;
  readonly early: Set<number>;
}

/** Checks that every message arrives once and in order, and measures its delay. */
export class Tally {
  readonly #writers = new Map<number, Writer>();
  #latencies: number[] = [];
  #arrivedAt = new Map<string, number>();
  #keepsTimes = false;
  #repeated = 0;
  #outOfOrder = 0;
  #lastAt = 0;

  /** Keeps arrival times until the next `turnOver`. */
  keepTimes(): void {
    this.#keepsTimes = true;
  }

  take({ writer, number, sentAt }: Told): void {
    const known = this.#writerOf(writer);
    if (number < known.next || known.early.has(number)) {
      this.#repeated += 1;
      return;
    }
    this.#lastAt = epochNow();
    this.#latencies.push(this.#lastAt - sentAt);
    if (this.#keepsTimes) this.#arrivedAt.set(nameOf({ writer, number }), this.#lastAt);
    if (number > known.next) {
      this.#outOfOrder += 1;
      known.early.add(number);
      return;
    }
    known.next += 1;
    while (known.early.delete(known.next)) known.next += 1;
  }

  /** Returns the counts and resets them. Numbers of writers continue. */
  turnOver(): Received {
    const latencies = this.#latencies;
    const received = this.peek();
    this.#latencies = [];
    this.#arrivedAt = new Map();
    this.#keepsTimes = false;
    this.#repeated = 0;
    this.#outOfOrder = 0;
    return { ...received, messages: latencies.length };
  }

  peek(): Received {
    const messages = this.#latencies.length;
    return {
      messages,
      repeated: this.#repeated,
      outOfOrder: this.#outOfOrder,
      lastAt: this.#lastAt,
      p50Ms: messages === 0 ? Number.NaN : quantile(this.#latencies, 0.5),
      p99Ms: messages === 0 ? Number.NaN : quantile(this.#latencies, 0.99),
      arrivedAt: this.#arrivedAt,
    };
  }

  /** Resolves when this many messages are there, or the time is over. */
  async reached(messages: number, timeoutMs: number): Promise<void> {
    const until = performance.now() + timeoutMs;
    while (this.messages < messages && performance.now() < until) await pause(pollMs);
  }

  get messages(): number {
    return this.#latencies.length;
  }

  #writerOf(writer: number): Writer {
    const known = this.#writers.get(writer) ?? { next: 0, early: new Set() };
    this.#writers.set(writer, known);
    return known;
  }
}
