import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { extname, join } from "node:path";
import type { FirstChannel } from "./first-run/first-channel.ts";
import type { ShopReport } from "./shop/shop-report.ts";
import { StartError } from "./start-error.ts";

/** How long the shop may take to exit. */
const timeoutMs = 500;

/** The shop in a separate process, like a real integrating system. It ends with this process, however this one ends. */
export interface ShopProcess {
  readonly url: string;
  /** Sends the channel to the shop through a pipe, so that no other process can read the secret. */
  connect(channel: FirstChannel): void;
  /** Calls back when the shop ends without being stopped. */
  onLost(listener: () => void): void;
  stop(): Promise<void>;
}

/** @throws StartError when the shop's port is not available. */
export async function startShop(port: number): Promise<ShopProcess> {
  // Beside this file, as it is written and in the built program.
  const script = join(import.meta.dirname, `shop-main${extname(import.meta.filename)}`);
  const child = fork(script, {
    env: { SHOP_PORT: String(port), ...compileCache() },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    // A separate process group: Ctrl-C must not end the shop while the gateway drains and still delivers to it.
    detached: true,
  });
  const report = await firstReport(child);
  if (report.type !== "listening") {
    await stop(child);
    throw new StartError(reasonOf(report, port));
  }
  let stopping = false;
  return {
    url: `http://127.0.0.1:${port}`,
    connect: ({ ingressUrl }) => void child.send(ingressUrl),
    onLost: (listener) => void child.once("exit", () => stopping || listener()),
    stop: () => {
      stopping = true;
      return stop(child);
    },
  };
}

/** Node's compile cache, which halves the start time. */
function compileCache(): NodeJS.ProcessEnv {
  const directory = process.env["NODE_COMPILE_CACHE"];
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: directory };
}

function firstReport(child: ChildProcess): Promise<ShopReport> {
  return new Promise((resolve) => {
    child.once("message", (report) => resolve(report as ShopReport));
    child.once("exit", () => resolve({ type: "failed", code: "ended" }));
    child.once("error", () => resolve({ type: "failed", code: "not started" }));
  });
}

function reasonOf(report: ShopReport & { readonly type: "failed" }, port: number): string {
  return report.code === "EADDRINUSE"
    ? `Port ${port} on 127.0.0.1 is in use by another process: stop it, or choose the shop's port with PARLEY_SHOP_PORT (0 for no shop).`
    : `The shop could not start on port ${port} (${report.code}): choose another port with PARLEY_SHOP_PORT, or 0 for no shop.`;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
  if (child.connected) child.disconnect();
  await ended;
  clearTimeout(timer);
}
