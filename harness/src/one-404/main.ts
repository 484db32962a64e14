import { parseArgs } from "node:util";
import { messageOver, statusOver, statusOverMany } from "./ask.ts";
import { differences } from "./identical-answers.ts";
import { type Look, lookAt, openScene, type Plan } from "./look.ts";
import { margin, marginMicros } from "./timing.ts";

/*
 * One 404: strangers get the same bytes, in the same time, whatever they did not know.
 * A stranger who waits longer by design must be found out in the same run, or the run proves nothing.
 * Run: node harness/dist/one-404/main.js [--seconds 15] [--plant 0.15]
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "15" },
    plant: { type: "string", default: "0.15" },
  },
});
const plantedShare = Number(values.plant);
if (!(plantedShare > margin && plantedShare < 0.5))
  throw new Error(`--plant is a share between ${margin} and 0.5, not microseconds`);
const terms = { seconds: Number(values.seconds), plantedShare };
const startedAt = performance.now();
const scene = await openScene();
const { compared, found } = await differences(scene.door.port, scene.who);
const faults = [...found];
process.stderr.write(`${compared} answers compared byte by byte, ${found.length} differ\n`);

const plans: readonly Plan[] = [
  ...scene.who.groups.map((_, group) => ({ open: statusOver, group })),
  { open: messageOver, group: 0 },
  { open: statusOverMany, group: 0 },
];
let [asked, again] = [0, 0];
const planted: number[] = [];
for (const plan of plans) {
  const first = seen(await lookAt(scene, plan, terms));
  if (first.amiss.size > 0) faults.push(...(await lookAgain(plan, first)));
}
await scene.close();

for (const fault of faults) process.stderr.write(`FOUND ${fault}\n`);
process.stderr.write("long tier: --seconds 120 --plant 0.1\n");
process.stdout.write(
  `${compared} answers alike but for ${found.length}, ${asked} timed, told apart by at most ${margin} ` +
    `around a half or ${marginMicros} µs, ${Math.min(...planted).toFixed(1)} to ${Math.max(...planted).toFixed(1)} µs planted, ` +
    `${again} looked at twice; ${Math.round((performance.now() - startedAt) / 1_000)} s, ${faults.length} faults\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

/**
 * Where a row or a text of one process happened to lie in the processor's memory is gone with it; what the gateway does
 * is done before every door. So what was amiss is a fault when it is amiss before a second door as well.
 */
async function lookAgain(plan: Plan, first: Look): Promise<readonly string[]> {
  again += 1;
  process.stderr.write(`again, before another door: ${[...first.amiss.values()].join("; ")}\n`);
  const elsewhere = await openScene();
  const second = seen(await lookAt(elsewhere, plan, terms));
  await elsewhere.close();
  const both = [...second.amiss].filter(([name]) => first.amiss.has(name));
  return both.map(([, line]) => `${second.way}, ${line}`);
}

function seen(look: Look): Look {
  asked += look.asked;
  planted.push(look.plantMicros);
  return look;
}
