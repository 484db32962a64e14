import { say } from "./report/progress.ts";

/** Measures how long this waiting process did not get the CPU. */
export interface Standstill {
  /** Ends the measurement. Returns the longest pause in milliseconds. */
  end(): number;
}

const beatMs = 100;
/** The measured programs have deadlines of seconds. A longer pause makes the result invalid. */
const limitMs = 2_000;
const attempts = 3;

/**
 * Runs `work`, and repeats it when the machine stood still meanwhile: a suspended virtual machine, or a busy disk. Then
 * neither a result nor an error is valid.
 */
export async function undisturbed<Result>(
  work: () => Promise<Result>,
  watch: () => Standstill = watchStandstill,
): Promise<Result> {
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    const standstill = watch();
    const [outcome] = await Promise.allSettled([work()]);
    const stoodMs = standstill.end();
    if (stoodMs <= limitMs) return outcomeOf(outcome);
    say(`  the machine stood still for ${(stoodMs / 1_000).toFixed(1)} s: once more`);
  }
  return work();
}

function outcomeOf<Result>(outcome: PromiseSettledResult<Result>): Result {
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

function watchStandstill(): Standstill {
  let lastAt = performance.now();
  let longestMs = 0;
  const look = (): void => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - lastAt - beatMs);
    lastAt = now;
  };
  const timer = setInterval(look, beatMs);
  return {
    end: () => {
      clearInterval(timer);
      look();
      return longestMs;
    },
  };
}
