import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { AppProcess } from "./app-process.ts";
import { HttpApp } from "./http-app.ts";
import { killAll } from "./kills.ts";
import { auditedHistory, auditOutside, type Faults, settled } from "../gateway/audit.ts";
import { GatewayProcess } from "../gateway/gateway-process.ts";
import { startLoad } from "../gateway/load.ts";
import { openOutside } from "../gateway/outside.ts";
import { openPlace } from "../gateway/store-places.ts";
import { readOptions } from "../read-options.ts";

const page = `crash: a gateway that is killed again and again under load loses nothing

Then every acknowledged message is looked for by its text. These are no faults: a message that comes again before the
next one, a message whose failure was reported, a start that fails once, and a rate of at least 80 % of --rate. Time in
which the only gateway is down does not count for a rate. The last line tells reports, failed starts and rates.

  --store NAME   sqlite or postgres (default sqlite)
  --gateways N   gateways on one store (default 1; more need postgres)
  --kills N      how many kill -9 (default 20)
  --rate N       messages per second each way (default 200)
  --visitors N   how many visitors send (default: as many as the rate)
  --apart N      least milliseconds between two kills; two and a half times that is the most (default 1000)
  --agent NAME   the agent app: plain, in this process; http-push or http-pull, in Python over HTTP (default plain)
  --app-kills N  how many kill -9 of an agent app over HTTP (default 0)
  --help         this page
`;
const { values } = readOptions(page, {
  options: {
    store: { type: "string", default: "sqlite" },
    gateways: { type: "string", default: "1" },
    kills: { type: "string", default: "20" },
    rate: { type: "string", default: "200" },
    visitors: { type: "string" },
    apart: { type: "string", default: "1000" },
    agent: { type: "string", default: "plain" },
    "app-kills": { type: "string", default: "0" },
  },
});
const kills = Number(values.kills);
const appKills = Number(values["app-kills"]);
const perSecond = Number(values.rate);
const appModes: Readonly<Record<string, "push" | "pull" | null>> = {
  plain: null,
  "http-push": "push",
  "http-pull": "pull",
};
const appMode = appModes[values.agent];
if (appMode === undefined) throw new Error(`there is no agent app ${values.agent}: see --help`);
if (appMode === null && appKills > 0) throw new Error("--app-kills needs an agent app over HTTP");
const enough = 0.8;
const drainMs = 120_000;
/** Until every visitor has written once, and every agent has a conversation to answer in. */
const warmUpMs = 2_500;
const opened = await openPlace(values.store === "postgres" ? "postgres" : "sqlite");
const outside = await openOutside();
const { inbound, outbound } = outside;
const gateways: GatewayProcess[] = [];
const appProcess = appMode === null ? null : await AppProcess.prepare(appMode);
/** Hundreds of starts of the same program: it is compiled once. */
const compiled = mkdtempSync(join(tmpdir(), "parley-compiled-"));
const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
for (let count = 0; count < Number(values.gateways); count += 1) {
  const { agentUrl, shopUrl } = outside;
  const addresses = { port: 0, agentUrl, shopUrl };
  const app = appProcess === null ? {} : { app: appProcess.link };
  const options = { place: opened.place, ...addresses, ...app };
  gateways.push(await GatewayProcess.start(options, { env }));
}
const gatewayUrls = gateways.map(({ url }) => url);
const app = appProcess === null ? null : await HttpApp.start(appProcess, gatewayUrls, outside);
const load = startLoad({
  outside,
  gatewayUrls,
  ...(app !== null && { agentsWrite: false, lagMs: 500 }),
  ingressPath: gateways[0]?.ingressPath ?? "",
  visitors: Number(values.visitors ?? values.rate),
  perSecond,
});
await pause(warmUpMs);
const startedAt = performance.now();
const before = [inbound.acknowledged, outbound.acknowledged];
const { downMs, failedStarts } = await killAll({
  gateways,
  app,
  kills,
  appKills,
  apartMs: Number(values.apart),
  onKill: (words) =>
    process.stderr.write(
      `${words}: ${inbound.acknowledged} in, ${outbound.acknowledged} out acknowledged\n`,
    ),
});
await pause(1_000);
await load.stop();
const upSeconds = (performance.now() - startedAt - downMs) / 1_000;
const rates = [inbound, outbound].map(({ acknowledged }, direction) =>
  Math.round((acknowledged - (before[direction] ?? 0)) / upSeconds),
);

process.stderr.write("load stopped; waiting until everything is settled\n");
await app?.settled(drainMs);
const sent = app === null ? load : app.ledger;
await settled(outside, sent, drainMs);
if (app !== null) await emptied(drainMs);
const history = await auditedHistory(outside, gateways[0]?.url ?? "", drainMs);
const codes = await Promise.all(gateways.map((gateway) => gateway.stop()));
await outside.close();
const { lanes, integrity } = await opened.inspect();
const appFaults = app?.audit();
const repeats = app?.ledger.repeats;
await app?.close();
await opened.close();
rmSync(compiled, { recursive: true });

const faults: Faults = {
  ...auditOutside(outside, sent),
  ...history,
  ...appFaults,
  "lanes left": lanes,
  damaged: integrity === "ok" ? 0 : 1,
  "unclean exits": codes.filter((code) => code !== 0).length,
  [`rates under ${enough * 100} %`]: rates.filter((rate) => rate < perSecond * enough).length,
};
const details = Object.entries(faults).map(([name, count]) => `${count} ${name}`);
const isGood = Object.values(faults).every((count) => count === 0);
process.stderr.write(
  `${details.join(", ")}\nlong: --kills 200 --rate 500 [--store postgres --gateways 2]\n`,
);
const lost = (faults["lost in"] ?? 0) + (faults["not once in the history"] ?? 0);
const disordered =
  (faults["out of order in"] ?? 0) +
  (faults["out of order out"] ?? 0) +
  (faults["misplaced in the history"] ?? 0);
process.stdout.write(
  `${opened.place.store}, ${gateways.length} gateways, ${kills} kills${wordsOfApp()} at ${rates.join(" and ")} messages/s: ` +
    `${inbound.acknowledged} in and ${outbound.acknowledged} out acknowledged, ${outside.reports.size} reported, ` +
    `${failedStarts} failed starts: ` +
    `${lost} lost, ${disordered} out of order, ${faults["silently undelivered"]} silently undelivered` +
    `${isGood ? "" : `; FAULTS: ${details.filter((detail) => !detail.startsWith("0 ")).join(", ")}`}\n`,
);
process.exitCode = isGood ? 0 : 1;

/** Waits until the app's answers are settled as well: one that was lost is asked for again within a minute. */
async function emptied(timeoutMs: number): Promise<void> {
  for (const until = performance.now() + timeoutMs; performance.now() < until; await pause(1_000))
    if ((await opened.lanes()) === 0) return;
}

function wordsOfApp(): string {
  if (app === null) return "";
  return `, app by ${appMode}, ${appKills} kills of it, ${repeats} repeats known by their ids,`;
}
