import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentApp } from "./gateway/agent-app.ts";
import { checkAftermath, megabytes } from "./aftermath.ts";
import { Attack } from "./attack.ts";
import { attackIdle, attackUnread } from "./crowds.ts";
import { attackEnvelopes } from "./cases/envelopes.ts";
import { Findings } from "./findings.ts";
import { fuzz } from "./fuzz.ts";
import { GatewayProcess } from "./gateway/gateway-process.ts";
import { attackBodies } from "./cases/hostile-bodies.ts";
import { replay } from "./cases/regressions.ts";
import { slowClients } from "./slow-clients.ts";
import { attackWithStoreFaults } from "./gateway/store-trouble.ts";
import { attackWire } from "./cases/wire-cases.ts";
import { attackTypes } from "./cases/wrong-types.ts";
import { readOptions } from "../read-options.ts";

const page = `hostile-input: everything a stranger may send, sent to a real gateway in a process of its own

  --seconds N    how long random requests are sent (default 15)
  --seed N       first random seed (default: from the clock)
  --envelopes N  random envelopes (default 3000)
  --idle N       idle connections (default 2000)
  --replay FILE  sends one kept request again
  --help         this page
`;
const { values } = readOptions(page, {
  options: {
    seconds: { type: "string", default: "15" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    envelopes: { type: "string", default: "3000" },
    idle: { type: "string", default: "2000" },
    replay: { type: "string" },
  },
});
const seed = Number(values.seed);
const startedAt = performance.now();
const directory = mkdtempSync(join(tmpdir(), "parley-hostile-"));
const agent = await AgentApp.open();
const gateway = await GatewayProcess.start(directory, agent.url);
const findings = new Findings(gateway.channels.map(({ channelSecret }) => channelSecret));
const attack = new Attack(gateway, agent, findings);
const before = await gateway.measure();
let inputs = 0;
process.stderr.write(`seed ${seed}\n`);

try {
  const replayed = await replay(attack, values.replay ?? null);
  say(`${replayed} regressions sent again`);
  if (values.replay === undefined) await everything();
  await checkAftermath(attack, before, directory);
} catch (error) {
  findings.add(`the run broke off: ${String(error)}\n${gateway.log.slice(-2_000)}`);
} finally {
  await gateway.stop();
  agent.close();
  rmSync(directory, { recursive: true });
}
process.stderr.write("long tier: --seconds 600 --envelopes 100000 --idle 9000\n");
process.stdout.write(
  `seed ${seed}: ${attack.requests} connections, ${attack.bodies} bodies held against the rulings, ` +
    `${attack.compared} messages compared, ${inputs} fuzzed, ${megabytes(gateway.peakRssBytes)} at most, ` +
    `${Math.round((performance.now() - startedAt) / 1_000)} s, ${findings.count} findings\n`,
);
process.exitCode = findings.count === 0 ? 0 : 1;

async function everything(): Promise<void> {
  // They take their time, and meanwhile everybody else must be served.
  const slow = slowClients(attack);
  for (const way of gateway.ways) {
    gateway.only = way;
    await phase(`bodies, on ${way.name}`, () => attackBodies(attack));
    await phase(`framing, targets, headers, on ${way.name}`, () => attackWire(attack));
  }
  gateway.only = null;
  await phase("wrong types in every field", () => attackTypes(attack));
  await phase("idle sockets", () => attackIdle(attack, Number(values.idle)));
  await phase("answers that nobody reads", () => attackUnread(attack));
  await phase("envelopes from the schemas", () =>
    attackEnvelopes(attack, seed, Number(values.envelopes)),
  );
  await phase("fuzz", async () => {
    inputs = await fuzz(attack, seed, Number(values.seconds));
  });
  await phase("slow clients", () => slow);
  await phase("faults of the store", () => attackWithStoreFaults(attack));
}

async function phase(name: string, run: () => Promise<void>): Promise<void> {
  await run();
  await gateway.measure();
  say(name);
}

function say(what: string): void {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stderr.write(
    `${seconds} s, ${what}: ${attack.requests} connections so far, ${megabytes(gateway.peakRssBytes)}, ${findings.count} findings\n`,
  );
}
