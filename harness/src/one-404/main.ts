import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { messageOver, statusOver, statusOverMany, type Way } from "./ask.ts";
import { openDoor } from "./door.ts";
import { differences } from "./identical-answers.ts";
import { makeStrangers } from "./strangers.ts";
import { type Comparison, margin, marginMicros, timeStrangers } from "./timing.ts";

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
const startedAt = performance.now();
const faults: string[] = [];
const directory = mkdtempSync(join(tmpdir(), "parley-404-"));
const door = await openDoor(directory);
const who = await makeStrangers(door.gateway);
const { compared, found } = await differences(door.port, who);
faults.push(...found);
process.stderr.write(`${compared} answers compared byte by byte, ${found.length} differ\n`);

const plans = [
  { open: statusOver, groups: who.groups },
  { open: messageOver, groups: who.groups.slice(0, 1) },
  { open: statusOverMany, groups: who.groups.slice(0, 1) },
];
let asked = 0;
const planted: number[] = [];
for (const { open, groups } of plans)
  for (const strangers of groups) {
    // Connections are closed when nobody uses them.
    const [way, insider] = [await open(door.port), await statusOver(door.port)];
    const cast = { strangers, who, insider, plant: door.plant };
    const terms = { seconds: Number(values.seconds), plantedShare };
    const timing = await timeStrangers(way, cast, terms);
    planted.push(timing.plantMicros);
    asked += timing.rounds * (strangers.length + 2);
    const micros = timing.yardstickMicros.toFixed(1);
    const held = `${timing.plantMicros.toFixed(1)} planted, try ${timing.tries}`;
    process.stderr.write(`${way.name}: ${timing.rounds} rounds, ${micros} µs, ${held}\n`);
    if (timing.plantMicros > timing.yardstickMicros / 2)
      faults.push(`${way.name}: answers differ too much here to tell anything, ${held}`);
    for (const comparison of timing.strangers) judge(way, comparison, "same");
    judge(way, timing.planted, "different");
    way.close();
    insider.close();
  }
await door.close();
rmSync(directory, { recursive: true });

for (const fault of faults) process.stderr.write(`FOUND ${fault}\n`);
process.stderr.write("long tier: --seconds 120 --plant 0.1\n");
process.stdout.write(
  `${compared} answers alike but for ${found.length}, ${asked} timed, told apart by at most ${margin} ` +
    `around a half or ${marginMicros} µs, ${Math.min(...planted).toFixed(1)} to ${Math.max(...planted).toFixed(1)} µs planted; ${Math.round((performance.now() - startedAt) / 1_000)} s, ${faults.length} faults\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

function judge(way: Way, comparison: Comparison, wanted: "same" | "different"): void {
  const { name, probability, low, high, leastShift, mostShift, verdict } = comparison;
  const bounds = `${low.toFixed(3)} … ${high.toFixed(3)}`;
  const shift = `${leastShift.toFixed(2)} … ${mostShift.toFixed(2)} µs`;
  const line = `${name}: ${probability.toFixed(3)} (${bounds}), by ${shift}: ${verdict}`;
  process.stderr.write(`  ${line}\n`);
  if (verdict !== wanted) faults.push(`${way.name}, ${line} instead of ${wanted}`);
}
