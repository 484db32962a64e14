import { say } from "./report/progress.ts";

/** Tells how long this process, which only waits, did not get its turn. */
export interface Standstill {
  /** Milliseconds of the longest one so far; watching ends. */
  end(): number;
}

const beatMs = 100;
/** Deadlines of what is measured lie within seconds: who stood still for longer was measured wrong. */
const limitMs = 2_000;
const attempts = 3;

/**
 * Runs `work`, and again when the machine stood still meanwhile (a virtual one was suspended, a disk was full of
 * others' work): then what came of it says nothing, be it a result or an error.
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
