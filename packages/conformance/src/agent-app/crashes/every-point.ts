import type { CrashTrial } from "./crash-trial.ts";

/** A plugin meets its gateway at fewer points for one event. */
const pointLimit = 40;

/** Repeats `once`, with one more point left out each time, until the gateway does not come that far. */
export async function everyPoint(once: (skip: number) => Promise<string | null>): Promise<void> {
  for (let skip = 0; skip < pointLimit; skip += 1) if ((await once(skip)) === null) return;
}

/** Kills the gateway at one point of `during`, and starts it again. Returns the point; `null`: it did not come that far. */
export async function killedAt(
  trial: CrashTrial,
  skip: number,
  during: () => Promise<void>,
): Promise<string | null> {
  trial.arm("dead", skip);
  await during();
  const point = trial.disarm();
  if (point !== null) await trial.start();
  return point;
}

/** The beginning of a failure's message. */
export function killedWhere(point: string | null): string {
  return point === null ? "no gateway was killed" : `the gateway was killed ${point}`;
}
