import { performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";

const lookMs = 500;
/** Less of a processor than this, from one look to the next, is rest: some hundred messages a second are more. */
const restShare = 0.02;
/** For less than this a collection is not worth its pause. */
const worthBytes = 32 * 1024 * 1024;
/** A collection is followed by so many times as long without one: they take a hundredth of the time at most. */
const restsPerCollection = 100;
/** What much was left in use by a collection is looked at again after this, then after twice as long each time. */
const leastWaitMs = 10_000;
const mostWaitMs = 600_000;

/** What is known of a process, and how its garbage is collected. */
export interface RestingProcess {
  /** The share of the time since the last call in which the event loop was busy, from 0 to 1. */
  readonly busyShare: () => number;
  /** Bytes that the heap has of the system, used or not. */
  readonly heapBytes: () => number;
  /** Collects all garbage at once, and gives back what is free then. */
  readonly collect: () => void;
  /** Milliseconds, rising. */
  readonly now: () => number;
}

/** V8 keeps what a rush needed for the next one: here it is given back once the process has come to rest. */
export class MemoryAtRest {
  readonly #process: RestingProcess;
  /** The least that the heap was seen with. */
  #leastBytes: number;
  /** What the last collection left, or V8 since. */
  #leftBytes: number;
  #notBefore = Number.NEGATIVE_INFINITY;
  /** When to look again what became of much that was left, and how long that is after the last collection. */
  #againAt = Number.POSITIVE_INFINITY;
  #waitMs = 0;

  constructor(process: RestingProcess) {
    this.#process = process;
    this.#leastBytes = process.heapBytes();
    this.#leftBytes = this.#leastBytes;
  }

  /** To be called every now and then. */
  look(): void {
    const { busyShare, heapBytes, now } = this.#process;
    if (busyShare() >= restShare) return;
    const bytes = heapBytes();
    this.#leastBytes = Math.min(this.#leastBytes, bytes);
    this.#leftBytes = Math.min(this.#leftBytes, bytes);
    const at = now();
    const isDue = bytes - this.#leftBytes >= worthBytes || at >= this.#againAt;
    if (isDue && at >= this.#notBefore) this.#collect(bytes);
  }

  #collect(before: number): void {
    const { heapBytes, collect, now } = this.#process;
    const from = now();
    collect();
    const until = now();
    const left = heapBytes();
    this.#leftBytes = left;
    this.#notBefore = until + Math.min(mostWaitMs, restsPerCollection * (until - from));
    this.#waitMs =
      before - left >= worthBytes
        ? leastWaitMs
        : Math.min(mostWaitMs, Math.max(leastWaitMs, 2 * this.#waitMs));
    const isMuch = left - this.#leastBytes >= worthBytes;
    this.#againAt = isMuch ? until + this.#waitMs : Number.POSITIVE_INFINITY;
  }
}

/**
 * Gives the memory that a rush took back to the system as soon as the process has been at rest for half a second, by a
 * collection of all garbage, which holds up the event loop for some 0.1 s. Needs `node --expose-gc`; without it memory
 * stays as Node leaves it. @returns what ends it.
 */
export function returnMemoryAtRest(): () => void {
  const { gc } = globalThis;
  if (gc === undefined) return () => {};
  const memory = new MemoryAtRest(thisProcess(gc));
  const timer = setInterval(() => memory.look(), lookMs).unref();
  return () => clearInterval(timer);
}

/** This process, whose garbage `gc` collects. */
export function thisProcess(gc: NodeJS.GCFunction): RestingProcess {
  return {
    busyShare: busyShares(),
    heapBytes: () => getHeapStatistics().total_physical_size,
    collect: () => void gc({ type: "major", execution: "sync", flavor: "last-resort" }),
    now: () => performance.now(),
  };
}

function busyShares(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
