import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { startLoad } from "./load.ts";
import { openOutside } from "./outside.ts";

/*
 * kill -9, again and again, under load in both directions; then every acknowledged message is looked for by its text.
 * Run: node harness/dist/crash/main.js [--kills 20] [--rate 200] [--visitors 40]
 */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "20" },
    rate: { type: "string", default: "200" },
    visitors: { type: "string", default: "40" },
  },
});
const kills = Number(values.kills);
const perSecond = Number(values.rate);
const directory = mkdtempSync(join(tmpdir(), "parley-crash-"));
const outside = await openOutside();
const port = await freePort();
const ingressFile = join(directory, "ingress-path");
let ingressPath: string | null = null;

async function startHost(): Promise<ChildProcess> {
  const values = [directory, String(port), outside.agentUrl, outside.shopUrl];
  const host = spawn(process.execPath, [join(import.meta.dirname, "host.js"), ...values], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ready = await Promise.race([
    once(host.stdout, "data"),
    once(host, "exit").then(() => null),
  ]);
  if (ready === null) throw new Error("the gateway ended before it was ready");
  ingressPath = existsSync(ingressFile) ? readFileSync(ingressFile, "utf8") : null;
  return host;
}

let host = await startHost();
const load = startLoad({
  outside,
  gatewayUrl: `http://127.0.0.1:${port}`,
  ingressPath: () => ingressPath,
  visitors: Number(values.visitors),
  perSecond,
});
for (let kill = 1; kill <= kills; kill += 1) {
  await pause(800 + Math.random() * 1_500);
  host.kill("SIGKILL");
  await once(host, "exit");
  host = await startHost();
  const { inbound, outbound } = outside;
  process.stderr.write(
    `kill ${kill} of ${kills}: ${inbound.acknowledged} in, ${outbound.acknowledged} out acknowledged\n`,
  );
}
await pause(1_000);
await load.stop();

const lost = () => ({
  inbound: outside.inbound.missing((text) => outside.inbound.has(text)).length,
  outbound: outside.outbound.missing((text) => outside.positive.has(text)).length,
});
for (let waited = 0; waited < 60; waited += 1) {
  for (const deliveryId of outside.reports) {
    const text = outside.sent.get(deliveryId);
    if (text !== undefined) outside.outbound.report(text);
  }
  if (lost().inbound + lost().outbound === 0) break;
  await pause(1_000);
}
const exited = once(host, "exit");
host.kill("SIGTERM");
const [code] = (await exited) as [number | null];
await outside.close();

const database = new Database(join(directory, "parley.db"), { readonly: true });
const integrity = database.pragma("integrity_check", { simple: true });
const lanes = database.prepare("select count(*) from lanes").pluck().get();
database.close();
rmSync(directory, { recursive: true });

const { inbound, outbound } = outside;
const faults = {
  "lost in": lost().inbound,
  "lost out": lost().outbound,
  "out of order in": inbound.outOfOrder,
  "out of order out": outbound.outOfOrder,
  "attempts too many or changed": outbound.overdone,
  integrity: integrity === "ok" ? 0 : 1,
  "unclean exit": code === 0 ? 0 : 1,
};
const total = Object.values(faults).reduce((sum, count) => sum + count, 0);
const details = Object.entries(faults).map(([name, count]) => `${count} ${name}`);
process.stdout.write(
  `${kills} kills, ${inbound.acknowledged} in and ${outbound.acknowledged} out acknowledged, ` +
    `${outbound.reported} reported, ${String(lanes)} lanes left: ${details.join(", ")}\n`,
);
process.exitCode = total === 0 && inbound.acknowledged > 0 && outbound.acknowledged > 0 ? 0 : 1;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
