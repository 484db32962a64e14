import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { extname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../free-port.ts";
import type { Behaviour } from "./behaviour.ts";
import type { ReceiversReport } from "./receivers.ts";

/** Every receiver, in processes of their own. */
export interface Outside {
  /** Where messages for this receiver go. */
  urlOf(behaviour: Behaviour): string;
  report(): Promise<ReceiversReport>;
  close(): Promise<void>;
}

export async function openOutside(): Promise<Outside> {
  const receivers = start("receivers");
  const [{ ports }] = (await once(receivers, "message")) as [ReceiversReport];
  const deaf = start("deaf");
  const [deafPort] = (await once(deaf, "message")) as [number];
  const queued = await fillQueue(deafPort);
  const refusedPort = await freePort();
  return {
    urlOf: ({ name, door }) => {
      const port = { deaf: deafPort, refused: refusedPort }[door as string] ?? ports[name] ?? 0;
      const secure = !["plain", "deaf", "refused"].includes(door);
      return `${secure ? "https" : "http"}://shop.test:${port}`;
    },
    report: async () => {
      receivers.send("report");
      const [report] = (await once(receivers, "message")) as [ReceiversReport];
      return report;
    },
    close: async () => {
      for (const socket of queued) socket.destroy();
      await Promise.all([receivers, deaf].map(end));
    },
  };
}

function start(name: string): ChildProcess {
  return fork(join(import.meta.dirname, name + extname(import.meta.filename)));
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

/** Connects until the system takes no more, which is when a connection stays unanswered. */
async function fillQueue(port: number): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  for (let number = 0; number < 64; number += 1) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    sockets.push(socket);
    const connected = await Promise.race([
      once(socket, "connect").then(() => true),
      pause(400, false),
    ]);
    if (!connected) return sockets;
  }
  throw new Error("the system's queue of a receiver that never accepts did not fill up");
}
