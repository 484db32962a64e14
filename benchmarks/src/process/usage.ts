import { readFileSync } from "node:fs";

/** What processes have used: CPU seconds of user and system since they began, and memory that is theirs alone. */
export interface Usage {
  readonly cpuSeconds: number;
  /** Proportional set size: pages that several share count once in the sum. */
  readonly memoryBytes: number;
}

/** Linux counts CPU in these per second, whatever the kernel's own beat is. */
const ticksPerSecond = 100;

/** Sums over processes. Linux alone tells it. */
export function usageOf(pids: readonly number[]): Usage {
  let cpuSeconds = 0;
  let memoryBytes = 0;
  for (const pid of pids) {
    cpuSeconds += cpuSecondsOf(pid);
    memoryBytes += memoryBytesOf(pid);
  }
  return { cpuSeconds, memoryBytes };
}

function cpuSecondsOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name in parentheses may hold spaces; what counts stands behind it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function memoryBytesOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "latin1");
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(text)?.[1];
  return Number(kilobytes) * 1024;
}
