import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { auditedHistory, auditOutside, settled } from "../gateway/audit.ts";
import { GatewayProcess } from "../gateway/gateway-process.ts";
import { startLoad } from "../gateway/load.ts";
import { openOutside } from "../gateway/outside.ts";
import { openPlace } from "../gateway/store-places.ts";
import { FaultControl } from "./fault-control.ts";
import { Observation } from "./observation.ts";
import type { Outage } from "./outage.ts";
import { postgresOutages } from "./postgres-outages.ts";
import { sqliteOutages } from "./sqlite-outages.ts";
import { tryOutage } from "./trial.ts";
import { readOptions } from "../read-options.ts";

const page = `outages: the store fails under a running gateway, which answers 503 and recovers by itself

Every request is answered within a second, and never with a false 200.
On SQLite this needs Linux and a C compiler (cc, gcc or clang).

  --store NAME   sqlite or postgres (default sqlite)
  --seconds N    how long each outage lasts (default 2)
  --rounds N     rounds of all outages (default 1)
  --help         this page
`;
const { values } = readOptions(page, {
  options: {
    store: { type: "string", default: "sqlite" },
    seconds: { type: "string", default: "2" },
    rounds: { type: "string", default: "1" },
  },
});
const drainMs = 60_000;
const scratch = mkdtempSync(join(tmpdir(), "parley-outages-"));
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));
const opened = await openPlace(values.store === "postgres" ? "postgres" : "sqlite");
const { place } = opened;
const control = place.store === "sqlite" ? new FaultControl(scratch, place.directory) : null;
const outages = outagesOf();

function outagesOf(): Outage[] {
  if (place.store === "sqlite" && control !== null) return sqliteOutages(control, place.directory);
  if (place.store === "postgres" && opened.server !== null)
    return postgresOutages(opened.server, place.connectionString);
  throw new Error("there is no such store");
}

const outside = await openOutside();
const { agentUrl, shopUrl } = outside;
const env = control?.env ?? process.env;
const gateway = await GatewayProcess.start({ place, port: 0, agentUrl, shopUrl }, { env });
const ingressPath = gateway.ingressPath ?? "";
const observation = new Observation();
const { onAsk, onAnswer } = observation;
const gatewayUrls = [gateway.url];
const load = startLoad({
  outside,
  gatewayUrls,
  ingressPath,
  visitors: 20,
  perSecond: 40,
  onAsk,
  onAnswer,
});
const watching = observation.watchStatus(`${gateway.url}${ingressPath}/status`);

const faults: string[] = [];
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const outage of outages) {
    if ((await observation.accepted(drainMs)) === null)
      faults.push("nothing was accepted before it");
    const result = await tryOutage(outage, gateway, observation, Number(values.seconds) * 1_000);
    process.stderr.write(`${result.summary}\n`);
    faults.push(...result.faults.map((fault) => `${outage.name}: ${fault}`));
  }
}
observation.stop();
await watching;
await load.stop();
await settled(outside, load, drainMs);
const audits = {
  ...auditOutside(outside, load),
  ...(await auditedHistory(outside, gateway.url, drainMs)),
};
const code = await gateway.stop();
await outside.close();
const { lanes, integrity } = await opened.inspect();
await opened.close();

const end = {
  ...audits,
  "lanes left": lanes,
  damaged: integrity === "ok" ? 0 : 1,
  "unclean exits": code === 0 ? 0 : 1,
};
for (const [name, count] of Object.entries(end)) if (count > 0) faults.push(`${count} ${name}`);
for (const fault of faults) process.stderr.write(`FAULT ${fault}\n`);
process.stderr.write("long: --seconds 15 --rounds 3 [--store postgres]\n");
process.stdout.write(
  `${place.store}: ${outages.length * Number(values.rounds)} outages under one process, ` +
    `${outside.inbound.acknowledged} in and ${outside.outbound.acknowledged} out acknowledged, ` +
    `${audits["lost in"]} lost, ${audits["silently undelivered"]} silently undelivered, ${faults.length} faults\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
