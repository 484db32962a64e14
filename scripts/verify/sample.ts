import type { Step } from "./step.ts";

/** Heavy tests that CI samples, with the seconds that each takes. */
const quickOnes: Readonly<Record<string, number>> = { "heavy:core/damaged-json": 15 };
const limitSeconds = 40;

/** Some of the quick steps: as many as fit, from one that the commit selects. @throws when a step does not exist */
export function sampleOf(
  steps: readonly Step[],
  commit: string,
  seconds: Readonly<Record<string, number>> = quickOnes,
): readonly Step[] {
  const names = Object.keys(seconds);
  const first = names.length === 0 ? 0 : Number.parseInt(commit.slice(0, 8), 16) % names.length;
  const chosen: Step[] = [];
  let left = limitSeconds;
  for (const name of [...names.slice(first), ...names.slice(0, first)]) {
    const step = steps.find((step) => step.name === name);
    if (step === undefined) throw new Error(`The sample names ${name}, which is no step.`);
    const needed = seconds[name] ?? 0;
    if (needed <= left) {
      chosen.push(step);
      left -= needed;
    }
  }
  return chosen;
}
