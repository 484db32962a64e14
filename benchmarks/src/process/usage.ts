import { readdirSync, readFileSync } from "node:fs";

/** What processes have used: CPU seconds of user and system since they began, and memory that is theirs alone. */
export interface Usage {
  readonly cpuSeconds: number;
  /** Proportional set size: pages that several share count once in the sum. */
  readonly memoryBytes: number;
}

/** Linux counts CPU in these per second, whatever the kernel's own beat is. */
const ticksPerSecond = 100;

/** Sums over processes and all that they have started, also what has ended meanwhile. Linux alone tells it. */
export function usageOf(pids: readonly number[]): Usage {
  let cpuSeconds = 0;
  let memoryBytes = 0;
  for (const pid of withDescendants(pids)) {
    cpuSeconds += cpuSecondsOf(pid);
    memoryBytes += memoryBytesOf(pid);
  }
  return { cpuSeconds, memoryBytes };
}

/**
 * @returns what tells the share of one core, in percent, that processes have used since. CPU is counted in hundredths
 * of a second: over ten seconds it tells tenths of a percent.
 */
export function spentBy(pids: readonly number[]): () => number {
  const startedAt = performance.now();
  const before = usageOf(pids).cpuSeconds;
  return () => {
    const elapsedMs = performance.now() - startedAt;
    return ((usageOf(pids).cpuSeconds - before) * 100_000) / elapsedMs;
  };
}

/** Children before their parents: one that ends while we read is then counted with its parent. */
function withDescendants(pids: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>();
  const add = (pid: number): void => {
    for (const child of childrenOf(pid)) add(child);
    found.add(pid);
  };
  for (const pid of pids) add(pid);
  return found;
}

function childrenOf(pid: number): readonly number[] {
  const threads = ifAlive(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  return threads
    .map((thread) => ifAlive(() => readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1")))
    .flatMap((children) => children?.trim().split(" ") ?? [])
    .filter((child) => child !== "")
    .map(Number);
}

/** Its own CPU, and that of its children that have ended. */
function cpuSecondsOf(pid: number): number {
  const text = ifAlive(() => readFileSync(`/proc/${pid}/stat`, "latin1")) ?? "";
  // The name in parentheses may hold spaces; what counts stands behind it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / ticksPerSecond;
}

function memoryBytesOf(pid: number): number {
  const text = ifAlive(() => readFileSync(`/proc/${pid}/smaps_rollup`, "latin1")) ?? "";
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0;
  return Number(kilobytes) * 1024;
}

/** `undefined` for a process that has ended. */
function ifAlive<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ESRCH") return undefined;
    throw error;
  }
}
