import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SeededRandom } from "@parley/conformance";
import { type Regime, recordGateways } from "./recording.ts";
import { type Loss, replay, type Replayed } from "./replay.ts";
import { readOptions } from "../read-options.ts";

const page = `power-loss: no acknowledged message is lost when the power goes

A gateway's writes and syncs are recorded. At many instants, what was never synced is dropped or torn,
and the real store is opened on the rest. The same with synchronous=NORMAL must lose messages.
This needs Linux and a C compiler (cc, gcc or clang).

  --instants N   instants at which the power goes (default 400)
  --messages N   messages that are recorded (default 6000)
  --seed N       chooses the instants (default: from the clock)
  --help         this page
`;
const { values } = readOptions(page, {
  options: {
    instants: { type: "string", default: "400" },
    messages: { type: "string", default: "6000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const messages = Number(values.messages);
const instants = Number(values.instants);
const scratch = temporary(tmpdir());
const memory = temporary(existsSync("/dev/shm") ? "/dev/shm" : tmpdir());

async function run(regime: Regime): Promise<Replayed> {
  process.stderr.write(`${regime}: recording ${messages} messages\n`);
  const operations = await recordGateways(scratch, regime, messages);
  const random = new SeededRandom(Number(values.seed));
  const progress = (done: number): void => {
    if (done % 20 === 0) process.stderr.write(`${done} of ${instants} instants\n`);
  };
  return replay({ operations, instants, scratch: memory, random, progress });
}

function temporary(parent: string): string {
  const directory = mkdtempSync(join(parent, "parley-power-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const total = (losses: readonly Loss[], name: keyof Loss["verdict"]): number =>
  losses.reduce((sum, { verdict }) => sum + verdict[name], 0);
const isFaulty = ({ verdict }: Loss): boolean => Object.values(verdict).some((count) => count > 0);

const sentence = ({ losses, acknowledged }: Replayed): string =>
  `${losses.length} instants, ${acknowledged} acknowledged, ${total(losses, "lost")} lost, ` +
  `${total(losses, "outOfOrder")} out of order, ${total(losses, "forgottenAttempts")} attempts forgotten, ` +
  `${total(losses, "damaged")} damaged`;

const full = await run("full");
const failing = await run("failing syncs");
const normal = await run("normal");
const faulty = [...full.losses, ...failing.losses].filter(isFaulty);
for (const { at, tear, verdict, error } of faulty) {
  process.stderr.write(`after operation ${at} (${tear}): ${error ?? JSON.stringify(verdict)}\n`);
}
const lossy = normal.losses.filter(({ verdict }) => verdict.lost > 0);
const expected = lossy.length > 0 ? "as it must" : "but it MUST lose some";
process.stderr.write("long: --instants 2000 --messages 20000\n");
process.stdout.write(
  `power loss: ${sentence(full)}; with syncs that fail: ${sentence(failing)}; ` +
    `with synchronous=NORMAL: ${lossy.length} of ${normal.losses.length} instants lost ` +
    `${total(lossy, "lost")} messages, ${expected} (seed ${values.seed})\n`,
);
process.exitCode = faulty.length > 0 || lossy.length === 0 ? 1 : 0;
