import { readdirSync, readFileSync } from "node:fs";

/** Linux reports CPU in this unit per second, whatever the kernel's own tick is. */
const ticksPerSecond = 100;

/** CPU seconds since the start, user and system, of processes and all their descendants, ended ones too. Linux only. */
export function cpuSecondsOf(pids: readonly number[]): number {
  return sum(pids, cpuSecondsOfOne);
}

/** Proportional set size of processes and all their descendants: shared pages count once in the sum. Linux only. */
export function memoryBytesOf(pids: readonly number[]): number {
  return sum(pids, memoryBytesOfOne);
}

function sum(pids: readonly number[], of: (pid: number) => number): number {
  return [...withDescendants(pids)].reduce((total, pid) => total + of(pid), 0);
}

/**
 * @returns a function for the CPU used since, in percent of one core. CPU is counted in hundredths of a second, so ten
 * seconds give tenths of a percent.
 */
export function spentBy(pids: readonly number[]): () => number {
  const startedAt = performance.now();
  const before = cpuSecondsOf(pids);
  return () => {
    const elapsedMs = performance.now() - startedAt;
    return ((cpuSecondsOf(pids) - before) * 100_000) / elapsedMs;
  };
}

/** Children before their parents: a child that ends meanwhile is then counted with its parent. */
export function withDescendants(pids: readonly number[]): ReadonlySet<number> {
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

/** CPU of the process and of its ended children. */
function cpuSecondsOfOne(pid: number): number {
  const text = ifAlive(() => readFileSync(`/proc/${pid}/stat`, "latin1")) ?? "";
  // The name in parentheses may contain spaces. The figures follow it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / ticksPerSecond;
}

function memoryBytesOfOne(pid: number): number {
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
