import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { cpuSecondsOf } from "./usage.ts";

/** Linux reports CPU in this unit per second, whatever the kernel's own tick is. */
const ticksPerSecond = 100;
const beatMs = 100;
/** The measured programs have deadlines of seconds. A longer standstill makes the result invalid. */
const standstillLimitMs = 2_000;
/** Share of the machine's CPU that others may use. The kernel's own threads are among them. */
const othersLimit = 0.06;

/**
 * Watches the machine during a measurement. @returns a function that ends it: `null`, or a sentence about what
 * disturbed the measurement. A virtual machine was suspended, or other programs took CPU.
 */
export function watchMachine(): () => string | null {
  const standstill = watchStandstill();
  const [startedAt, before] = [performance.now(), cpuOfOthers()];
  return () => {
    const stoodMs = standstill();
    const seconds = (performance.now() - startedAt) / 1_000;
    return judge(stoodMs, (cpuOfOthers() - before) / (seconds * availableParallelism()));
  };
}

/** `null`, or a sentence about a disturbance. `others`: share of the machine's CPU. */
export function judge(stoodMs: number, others: number): string | null {
  if (stoodMs > standstillLimitMs)
    return `the machine stood still for ${(stoodMs / 1_000).toFixed(1)} s`;
  if (others > othersLimit) return `others took ${Math.round(others * 100)} % of the machine`;
  return null;
}

/** Seconds that all processors were busy or stolen, without this process and its descendants. 0 where unknown. */
function cpuOfOthers(): number {
  if (process.platform !== "linux") return 0;
  const [, ...fields] = readFileSync("/proc/stat", "latin1").split("\n", 1)[0]?.split(/ +/) ?? [];
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = fields.map(Number);
  const ticks = user + nice + system + irq + softirq + steal;
  return ticks / ticksPerSecond - cpuSecondsOf([process.pid]);
}

/** @returns a function that tells for how long at most this waiting process did not get the CPU. */
function watchStandstill(): () => number {
  let lastAt = performance.now();
  let longestMs = 0;
  const look = (): void => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - lastAt - beatMs);
    lastAt = now;
  };
  const timer = setInterval(look, beatMs);
  return () => {
    clearInterval(timer);
    look();
    return longestMs;
  };
}
