import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  auditedHistory,
  auditOutside,
  type Faults,
  settled,
  wordsForBelated,
} from "../gateway/audit.ts";
import { GatewayProcess } from "../gateway/gateway-process.ts";
import { HalfOpenProxy } from "../gateway/half-open-proxy.ts";
import { startLoad } from "../gateway/load.ts";
import { openOutside } from "../gateway/outside.ts";
import { openPlace } from "../gateway/store-places.ts";
import { starvedMs } from "../hostile-receiver/starvation.ts";
import { ChaosNode } from "./chaos-node.ts";
import { Conductor } from "./conductor.ts";
import { Excuses } from "./excuses.ts";
import { planOf } from "./plan.ts";
import { lateReports, slowestReportMs, undelivered } from "./reports.ts";
import { SharedDatabase } from "./shared-database.ts";
import { readOptions } from "../read-options.ts";

const page = `chaos: several gateways on one PostgreSQL lose nothing under load while faults happen

Nodes are killed, frozen, cut from the database and upgraded, and the database is restarted.
Then every acknowledged message is looked for by its text.

  --seconds N   how long faults happen (default 60)
  --nodes N     gateways (default 3)
  --rate N      messages per second each way (default 200)
  --visitors N  how many visitors send (default: a third of the rate)
  --seed N      chooses the plan of faults; the processes' timing still differs
  --before DIR  root of an earlier version, built; the nodes run it until they are upgraded, one by one
  --least N     messages per second that must be acknowledged while a node and the database are there
  --help        this page
`;
const { values } = readOptions(page, {
  options: {
    seconds: { type: "string", default: "60" },
    nodes: { type: "string", default: "3" },
    rate: { type: "string", default: "200" },
    visitors: { type: "string" },
    before: { type: "string" },
    least: { type: "string", default: "0" },
    seed: { type: "string", default: String(randomInt(1_000_000)) },
  },
});
const lengthMs = Number(values.seconds) * 1_000;
const perSecond = Number(values.rate);
const seed = Number(values.seed);
const drainMs = 180_000;
/** Until every visitor has written once, and every agent has a conversation to answer in. */
const warmUpMs = 2_500;
/** On a busy disk the server would spend longer on the files of its directory, one by one, than it is up. */
const quickRecovery = { recovery_init_sync_method: "syncfs" };
/** A frozen node answers nobody; who waits for it longer has no time left for the others. */
const patience = { answerMs: 2_000, avoidMs: 1_000 };
const say = (words: string): void => void process.stderr.write(`${words}\n`);
say(`seed ${seed}: repeat its plan with --seed ${seed} --seconds ${values.seconds}`);

const opened = await openPlace("postgres", quickRecovery);
const { place, server } = opened;
if (place.store !== "postgres" || server === null) throw new Error("there is no PostgreSQL");
const database = new SharedDatabase(server);
const outside = await openOutside();
const { agentUrl, shopUrl, inbound, outbound } = outside;
/** Hundreds of starts of the same program: it is compiled once. */
const compiled = mkdtempSync(join(tmpdir(), "parley-compiled-"));
const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
const earlier = values.before === undefined ? {} : { checkout: values.before };
const nodes: ChaosNode[] = [];
for (let count = 0; count < Number(values.nodes); count += 1) {
  const proxy = await HalfOpenProxy.open(server.port);
  const connectionString = throughPort(place.connectionString, proxy.port);
  const options = { place: { ...place, connectionString }, port: 0, agentUrl, shopUrl };
  const gateway = await GatewayProcess.start(options, { env, ...earlier });
  nodes.push(new ChaosNode(gateway, proxy, database));
}
const gateways = nodes.map(({ gateway }) => gateway);
const load = startLoad({
  outside,
  gatewayUrls: gateways.map(({ url }) => url),
  ingressPath: gateways[0]?.ingressPath ?? "",
  // Few enough that a lane is seldom empty: a stale settlement finds another head in it.
  visitors: Number(values.visitors ?? Math.ceil(perSecond / 3)),
  perSecond,
  patience,
});
await pause(warmUpMs);
const excuses = new Excuses(() => database.isUp && nodes.some(({ isAble }) => isAble));
const startedAt = performance.now();
const before = [inbound.acknowledged, outbound.acknowledged];
const conductor = new Conductor(nodes, database);
await conductor.play(planOf(seed, lengthMs, nodes.length), (words) =>
  say(`${words} (${inbound.acknowledged} in, ${outbound.acknowledged} out acknowledged)`),
);
await conductor.freezeUntil(() => staleSettlements() > 0);
await load.stop();
const endedAt = performance.now();
const seconds = (endedAt - startedAt) / 1_000;
const ableSeconds = seconds - excuses.between(startedAt, endedAt) / 1_000;
const rates = [inbound, outbound].map(({ acknowledged }, direction) =>
  Math.round((acknowledged - (before[direction] ?? 0)) / ableSeconds),
);
const rate = rates.reduce((sum, one) => sum + one, 0);

say("load stopped; waiting until everything is settled");
await settled(outside, load, drainMs);
excuses.stop();
const history = await auditedHistory(outside, gateways[0]?.url ?? "", drainMs);
const fallen = nodes.filter(({ hasFallen }) => hasFallen).length;
const stale = staleSettlements();
const stoodStill = gateways.reduce((sum, gateway) => sum + gateway.stoodStill, 0);
await Promise.all(nodes.map((node) => node.end()));
await outside.close();
const { lanes } = await opened.inspect();
await opened.close();
rmSync(compiled, { recursive: true });

const badEnds = nodes.flatMap((node) => node.badEnds);
for (const { code, hadDatabase, said } of badEnds)
  say(`a node ended with ${code}${hadDatabase ? "" : " while its database was away"}: ${said}`);

const failures = undelivered(outside, load);
const late = lateReports(failures, excuses);
const kinds = ["kill", "freeze", "cut", "restart", "upgrade"] as const;
const befallen = kinds.map((kind) => `${conductor.done(kind)} × ${kind}`).join(", ");
const failedStarts = nodes.reduce((sum, node) => sum + node.failedStarts, 0);
const faults: Faults = {
  ...auditOutside(outside, load),
  ...history,
  "reported late": late.length,
  "lanes left": lanes,
  "ended by themselves": fallen,
  "late ends": nodes.reduce((sum, { lateEnds }) => sum + lateEnds, 0),
  "unclean exits": badEnds.filter(({ code, hadDatabase }) => code === null || hadDatabase).length,
  "kinds of faults that befell nobody": kinds.filter((kind) => conductor.done(kind) === 0).length,
  [`rates under ${values.least}/s`]: rate < Number(values.least) ? 1 : 0,
  "runs without a stale settlement": stale === 0 ? 1 : 0,
  "runs without a freeze in a call": stoodStill === 0 ? 1 : 0,
  "runs with nothing undelivered": failures.length === 0 ? 1 : 0,
};
for (const { text, begunAt, reportedAt } of late.slice(0, 20))
  say(
    `late: ${text} after ${Math.round(reportedAt - begunAt)} ms, ${Math.round(excuses.between(begunAt, reportedAt))} ms of them excused`,
  );
for (const words of wordsForBelated(outside, startedAt)) say(words);
const details = Object.entries(faults).map(([name, count]) => `${count} ${name}`);
const isGood = Object.values(faults).every((count) => count === 0);
const disordered =
  (faults["out of order in"] ?? 0) +
  (faults["out of order out"] ?? 0) +
  (faults["misplaced in the history"] ?? 0);
const lost = (faults["lost in"] ?? 0) + (faults["not once in the history"] ?? 0);
say(details.join(", "));
say(`the machine kept this process waiting for ${Math.round(starvedMs())} ms`);
say(`the slowest end took ${Math.max(...nodes.map(({ slowestEndMs }) => slowestEndMs))} ms`);
say(`${stoodStill} freezes came in a call of the store`);
say(`${failedStarts} starts found no database; long: --seconds 600 --rate 300 --least 300`);
process.stdout.write(
  `chaos, ${nodes.length} nodes, seed ${seed}, ${Math.round(seconds)} s, of which the database and a node were there for ` +
    `${Math.round(ableSeconds)}: ${befallen}; then ${rates.join(" in and ")} out acknowledged/s, ` +
    `${inbound.acknowledged} in and ${outbound.acknowledged} out: ${lost} lost, ${disordered} out of order, ` +
    `${faults["silently undelivered"]} silently undelivered; ${failures.length} reported, the slowest ${slowestReportMs(failures, excuses)} ms ` +
    `after its series began less what is excused, ${late.length} late; ${stale} stale settlements refused` +
    `${isGood ? "" : `; FAULTS: ${details.filter((detail) => !detail.startsWith("0 ")).join(", ")}`}\n`,
);
process.exitCode = isGood ? 0 : 1;

function throughPort(connectionString: string, port: number): string {
  const url = new URL(connectionString);
  url.port = String(port);
  return url.href;
}

function staleSettlements(): number {
  return gateways.reduce((sum, gateway) => sum + gateway.refused, 0);
}
