import { behaviours } from "./behaviours/all.ts";
import { runConnections } from "./connections.ts";
import { type CrowdResult, runCrowd } from "./crowd.ts";
import { Findings } from "./findings.ts";
import { openOutside } from "./outside.ts";
import { starvedMs } from "./starvation.ts";
import { runTimeline } from "./timeline.ts";
import { readOptions } from "../read-options.ts";

const page = `hostile-receiver: receivers that answer wrongly, against the real transport and a real gateway

  --series N   messages to each receiver, tried by the real gateway (default 2)
  --rounds N   posts in a row to each receiver (default 3)
  --at-once N  requests at once (default 1000)
  --waves N    waves of requests (default 3)
  --each       measures each receiver alone
  --help       this page
`;
const { values } = readOptions(page, {
  options: {
    series: { type: "string", default: "2" },
    rounds: { type: "string", default: "3" },
    "at-once": { type: "string", default: "1000" },
    waves: { type: "string", default: "3" },
    each: { type: "boolean", default: false },
  },
});
const findings = new Findings();
for (const event of ["unhandledRejection", "uncaughtException"] as const) {
  process.on(event, (error: unknown) => findings.add("unhandled", String(error)));
}
const progress = (text: string): void => void process.stderr.write(`${text}\n`);

const resourcesBefore = process.getActiveResourcesInfo();
const outside = await openOutside();
/** Alone each would need a deadline; together they are what a bad day looks like. */
const crowd = behaviours.filter(({ door }) => door === "plain" || door === "bytes");
let attempts = 0;
let grownMegabytes = 0;

progress(`a gateway, ${behaviours.length} receivers, ${values.series} series each: 11 s`);
attempts += await runTimeline(outside, Number(values.series), findings);

progress(`connections, ${values.rounds} posts in a row to each: ${values.rounds} s`);
attempts += await runConnections(outside, Number(values.rounds), findings);

for (const [index, some] of (values.each ? crowd.map((one) => [one]) : [crowd]).entries()) {
  const name = some.length === 1 ? `"${some[0]?.name}"` : "all of them";
  progress(`${values["at-once"]} at once, ${values.waves} times: ${name}`);
  const sizes = { atOnce: Number(values["at-once"]), waves: Number(values.waves) };
  const result: CrowdResult = await runCrowd(outside, some, sizes, findings);
  attempts += result.attempts;
  grownMegabytes = Math.max(grownMegabytes, result.grownMegabytes);
  if (values.each)
    progress(`  ${index + 1} of ${crowd.length}, +${result.grownMegabytes.toFixed(0)} MB`);
}

const { canaryArrivals } = await outside.report();
for (let count = 0; count < canaryArrivals; count += 1) findings.add("canary", "somebody followed");
await outside.close();
await new Promise((resolve) => setTimeout(resolve, 100));
const left = process
  .getActiveResourcesInfo()
  .filter((name) => /TCP|TLS|Timeout|GetAddrInfo/.test(name) && !resourcesBefore.includes(name));
for (const name of left) findings.add("left open", name);

process.stdout.write(
  `hostile receivers: ${behaviours.length} behaviours, ${attempts} attempts, ${findings.count("late")} late, ` +
    `${findings.count("over 64 KiB")} over 64 KiB, ` +
    `memory +${grownMegabytes.toFixed(0)} MB over ${values["at-once"]} at once, ` +
    `${canaryArrivals} at the canary, ${left.length} left open, ${findings.total} faults\n`,
);
progress(
  `the machine kept this process waiting for ${Math.round(starvedMs())} ms, which nothing is blamed for`,
);
progress(values.each ? "" : "long tier: --each --series 20 --rounds 30 --waves 5");
process.exitCode = findings.total === 0 ? 0 : 1;
