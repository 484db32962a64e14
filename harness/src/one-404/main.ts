import { messageOver, statusOver, statusOverMany } from "./ask.ts";
import { type Look, lookAt, openScene, type Plan } from "./look.ts";
import { after, faultsOf, nothingSeen } from "./suspects.ts";
import { margin, marginMicros } from "./timing.ts";
import { readOptions } from "../read-options.ts";

const page = `one-404: strangers get the same bytes in the same time, whatever they did not know

A stranger who waits longer by design must be found in the same run, or the run proves nothing.

  --seconds N   how long requests are timed (default 15)
  --plant MS    how much longer the planted stranger waits (default 0.15)
  --help        this page
`;
const { values } = readOptions(page, {
  options: {
    seconds: { type: "string", default: "15" },
    plant: { type: "string", default: "0.15" },
  },
});
/** At one way of asking, each before another door. */
const mostLooks = 3;
const plantedShare = Number(values.plant);
if (!(plantedShare > margin && plantedShare < 0.5))
  throw new Error(`--plant is a share between ${margin} and 0.5, not microseconds`);
const terms = { seconds: Number(values.seconds), plantedShare };
const startedAt = performance.now();
const scene = await openScene();
const { compared, found } = scene;
const faults = [...found];
process.stderr.write(`${compared} answers compared byte by byte, ${found.length} differ\n`);

const plans: readonly Plan[] = [
  ...scene.who.groups.map((_, group) => ({ open: statusOver, group })),
  { open: messageOver, group: 0 },
  { open: statusOverMany, group: 0 },
];
let [asked, again] = [0, 0];
const planted: number[] = [];
for (const [index, plan] of plans.entries()) {
  let findings = after(nothingSeen, counted(await lookAt(scene, plan, terms)));
  for (let looks = 1; faultsOf(findings).length > 0 && looks < mostLooks; looks += 1) {
    again += 1;
    process.stderr.write(`again, before another door: ${faultsOf(findings).join("; ")}\n`);
    findings = after(findings, await lookElsewhere(index));
  }
  faults.push(...faultsOf(findings));
}
await scene.close();

for (const fault of faults) process.stderr.write(`FOUND ${fault}\n`);
process.stderr.write("long tier: --seconds 120 --plant 0.1\n");
process.stdout.write(
  `${compared} answers alike but for ${found.length}, ${asked} timed, told apart by at most ${margin} ` +
    `around a half or ${marginMicros} µs, ${Math.min(...planted).toFixed(1)} to ${Math.max(...planted).toFixed(1)} µs planted, ` +
    `${again} looks again; ${Math.round((performance.now() - startedAt) / 1_000)} s, ${faults.length} faults\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Before a door of its own, at which all that was done at the first one by then is done again. */
async function lookElsewhere(index: number): Promise<Look> {
  const elsewhere = await openScene();
  faults.push(...elsewhere.found);
  for (const earlier of plans.slice(0, index)) counted(await lookAt(elsewhere, earlier, terms));
  const look = counted(await lookAt(elsewhere, plans[index] as Plan, terms));
  await elsewhere.close();
  return look;
}

function counted(look: Look): Look {
  asked += look.asked;
  planted.push(look.plantMicros);
  return look;
}
