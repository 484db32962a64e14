import { join } from "node:path";
import { sentenceOf } from "@parley/quickstart/start-error";
import { readClusterSettings } from "./cluster/settings.ts";
import { runCommand, usage } from "./commands.ts";

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
  // A command for a running cluster needs none of this.
  const { startCluster } = await import("./cluster/cluster.ts");
  const { openControl } = await import("./control/control-server.ts");
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
