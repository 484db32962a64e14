import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Replication } from "./replicated-pair.ts";
import { type TrialResult, tryFailover } from "./trial.ts";
import { readOptions } from "../read-options.ts";

const page = `failover: a primary PostgreSQL is lost under load, and its standby is promoted

With synchronous replication nothing acknowledged may be lost.
With asynchronous replication the same check must find losses, or it proves nothing.

  --runs N          runs with synchronous replication (default 1)
  --asynchronous N  runs with asynchronous replication (default 1)
  --gateways N      gateways (default 2)
  --rate N          messages per second each way (default 100)
  --cut N           the standby receives nothing for the last N milliseconds at most (default 500)
  --help            this page
`;
const { values } = readOptions(page, {
  options: {
    runs: { type: "string", default: "1" },
    asynchronous: { type: "string", default: "1" },
    gateways: { type: "string", default: "2" },
    rate: { type: "string", default: "100" },
    cut: { type: "string", default: "500" },
  },
});
/** Hundreds of starts of the same program: it is compiled once. */
const compiled = mkdtempSync(join(tmpdir(), "parley-compiled-"));
const processes = { env: { ...process.env, NODE_COMPILE_CACHE: compiled } };

const synchronous = await tryTimes(Number(values.runs), "synchronous");
const asynchronous = await tryTimes(Number(values.asynchronous), "asynchronous");
rmSync(compiled, { recursive: true });

const faults = synchronous.flatMap((result) =>
  Object.entries(result.faults).filter(([, count]) => count > 0),
);
const sum = (results: readonly TrialResult[], of: (result: TrialResult) => number): number =>
  results.reduce((total, result) => total + of(result), 0);
const lost = sum(synchronous, (result) => result.lost);
const lostAsynchronously = sum(asynchronous, (result) => result.lost);
const canFail = asynchronous.length === 0 || lostAsynchronously > 0;
if (!canFail) process.stderr.write("FAULT the check found no loss where there must be one\n");
process.stderr.write("long: --runs 20 --asynchronous 3 --rate 200\n");
process.stdout.write(
  `failover, ${values.gateways} gateways: ${synchronous.length} with a synchronous standby, ` +
    `${sum(synchronous, ({ acknowledged }) => acknowledged)} acknowledged, ${lost} lost, ` +
    `acknowledged again within ${Math.round(Math.max(0, ...synchronous.map(({ interruptionMs }) => interruptionMs)))} ms; ` +
    `${asynchronous.length} with an asynchronous one, ${sum(asynchronous, ({ acknowledged }) => acknowledged)} acknowledged, ` +
    `${lostAsynchronously} lost, as they must` +
    `${faults.length === 0 ? "" : `; FAULTS: ${faults.map(([name, count]) => `${count} ${name}`).join(", ")}`}\n`,
);
process.exitCode = faults.length === 0 && canFail ? 0 : 1;

async function tryTimes(times: number, replication: Replication): Promise<TrialResult[]> {
  const results: TrialResult[] = [];
  for (let time = 1; time <= times; time += 1) {
    // A synchronous one must hold whenever the link breaks; an asynchronous one must have had time to lose something.
    const cutMs = Number(values.cut) * (replication === "synchronous" ? Math.random() : 1);
    const result = await tryFailover({
      replication,
      gateways: Number(values.gateways),
      perSecond: Number(values.rate),
      cutMs,
      processes,
    });
    results.push(result);
    process.stderr.write(
      `${replication} ${time} of ${times}: ${result.acknowledged} acknowledged, ${result.lost} lost, ` +
        `acknowledged again after ${Math.round(result.interruptionMs)} ms\n`,
    );
  }
  return results;
}
