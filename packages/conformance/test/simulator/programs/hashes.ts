import { drawPlan, runPlan } from "@parley/conformance/simulator";

/** Prints one trace hash a line for the seeds from the first argument to the second. */
const [from = 1, to = 1] = process.argv.slice(2).map(Number);
for (let seed = from; seed <= to; seed += 1) {
  const { hash } = await runPlan(drawPlan(seed));
  process.stdout.write(`${hash}\n`);
}
