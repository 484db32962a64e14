import { join } from "node:path";
import { sentenceOf } from "@parley/quickstart";
import { startCluster } from "./cluster/cluster.ts";
import { readClusterSettings } from "./cluster/settings.ts";
import { runCommand, usage } from "./commands.ts";
import { openControl } from "./control/control-server.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const words = process.argv.slice(2);
try {
  const settings = readClusterSettings(process.env);
  const socketPath = join(settings.dataDirectory, "control.sock");
  if (words.includes("--help")) print(usage);
  else if (words.length === 0) await run(settings, socketPath);
  else await runCommand(words, socketPath);
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
}

async function run(
  settings: ReturnType<typeof readClusterSettings>,
  socketPath: string,
): Promise<void> {
  const asked = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => asked.resolve());
  const cluster = await startCluster(settings, process.env, print);
  const control = await openControl(socketPath, cluster);
  print(`parley ready ${cluster.url}`);
  await asked.promise;
  print("every node drains; what was accepted is stored");
  control.close();
  await cluster.stop();
}
