import { readdir, readFile } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** Measurements of this process. */
export interface ProcessFacts {
  /** Version of Node, without the `v`. */
  readonly node: string;
  /** Milliseconds by which the machine's clock is ahead of the gateway's; `null`: the gateway uses another clock. */
  readonly clockAheadMs: number | null;
  /** Delay of the event loop since the last reading, in milliseconds: the 99th percentile. */
  readonly loopDelayMs: number;
  /** Open files and sockets, and their limit; `null`: the system does not tell. */
  readonly files: { readonly open: number; readonly limit: number } | null;
}

const resolutionMs = 20;
const nanosecondsPerMs = 1e6;

/** Measures the delay of the event loop. Every reading starts a new measurement. */
export class LoopDelay {
  readonly #histogram = monitorEventLoopDelay({ resolution: resolutionMs });

  constructor() {
    this.#histogram.enable();
  }

  /** The 99th percentile since the last reading, in milliseconds. */
  take(): number {
    const latest = this.#histogram.percentile(99) / nanosecondsPerMs - resolutionMs;
    this.#histogram.reset();
    return Math.max(0, Math.round(latest));
  }

  stop(): void {
    this.#histogram.disable();
  }
}

/** The open files of this process; `null` on systems other than Linux. */
export async function openFiles(): Promise<ProcessFacts["files"]> {
  try {
    const [limits, files] = await Promise.all([
      readFile("/proc/self/limits", "utf8"),
      readdir("/proc/self/fd"),
    ]);
    const limit = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
    return limit === undefined ? null : { open: files.length, limit: Number(limit) };
  } catch {
    return null;
  }
}
