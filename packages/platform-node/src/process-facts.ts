import { readdir, readFile } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** What a process can know of itself. */
export interface ProcessFacts {
  /** Version of Node, without the `v`. */
  readonly node: string;
  /** Milliseconds by which the machine's clock is ahead of the gateway's; `null`: the gateway lives by another one. */
  readonly clockAheadMs: number | null;
  /** How late the event loop came to its timers since the last look, in milliseconds; 99 in 100 were earlier. */
  readonly loopDelayMs: number;
  /** Open files and sockets, and how many may be; `null`: the system does not tell. */
  readonly files: { readonly open: number; readonly limit: number } | null;
}

const resolutionMs = 20;
const nanosecondsPerMs = 1e6;

/** How late the event loop is, measured from the start on and begun anew at every look. */
export class LoopDelay {
  readonly #histogram = monitorEventLoopDelay({ resolution: resolutionMs });

  constructor() {
    this.#histogram.enable();
  }

  /** What 99 in 100 delays since the last look were below. */
  take(): number {
    const latest = this.#histogram.percentile(99) / nanosecondsPerMs - resolutionMs;
    this.#histogram.reset();
    return Math.max(0, Math.round(latest));
  }

  stop(): void {
    this.#histogram.disable();
  }
}

/** Of this process, on Linux. */
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
