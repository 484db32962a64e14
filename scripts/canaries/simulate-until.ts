import { drawPlan, runPlan } from "../../packages/conformance/src/simulator/index.ts";

// node --conditions=@parley/source scripts/canaries/simulate-until.ts N: runs seeds 1 to N, up to the first failure.
const seeds = Number(process.argv[2]);
const broken = await firstBroken();
if (broken !== null) console.log(`broken: ${broken}`);
console.log(broken === null ? `${seeds} seeds without a broken promise` : "ended");

async function firstBroken(): Promise<string | null> {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const [violation] = (await runPlan(drawPlan(seed))).violations;
    if (violation !== undefined) return `${violation.check} (seed ${seed})`;
  }
  return null;
}
