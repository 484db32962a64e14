import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { close, listen } from "./listen.ts";

/** A Redis of our own on loopback. */
export interface Redis {
  readonly port: number;
  stop(): Promise<void>;
}

const program = "redis-server";

/** What a full run needs and this machine lacks, with the command that installs it. */
export function missingPeers(): readonly string[] {
  const { error } = spawnSync(program, ["--version"], { stdio: "ignore" });
  if (error === undefined) return [];
  const install =
    process.platform === "darwin" ? "brew install redis" : "apt-get install redis-server";
  return [`${program} is missing: ${install}`];
}

/**
 * Starts a server with its data in `directory`, which syncs every write before its answer. It ends with this process.
 * @throws Error when it does not start.
 */
export async function startRedis(directory: string): Promise<Redis> {
  const port = await freePort();
  const durable = ["--appendonly", "yes", "--appendfsync", "always"];
  const place = ["--save", "", "--bind", "127.0.0.1", "--port", String(port), "--dir", directory];
  const server = spawn(program, [...place, ...durable], { stdio: ["ignore", "pipe", "inherit"] });
  const killWithUs = (): void => void server.kill("SIGKILL");
  process.once("exit", killWithUs);
  await becomeReady(server, server.stdout);
  return {
    port,
    stop: async () => {
      server.kill("SIGTERM");
      await once(server, "exit");
      process.off("exit", killWithUs);
    },
  };
}

/** Its log says when it accepts connections. */
async function becomeReady(server: ChildProcess, log: Readable): Promise<void> {
  const lines: string[] = [];
  for await (const line of createInterface(log)) {
    lines.push(line);
    if (!line.includes("Ready to accept connections")) continue;
    server.stdout?.resume();
    return;
  }
  throw new Error(`${program} did not start: ${lines.slice(-3).join(" ")}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await close(server);
  return port;
}
