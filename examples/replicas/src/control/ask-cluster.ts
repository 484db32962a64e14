import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import { StartError } from "@parley/quickstart/start-error";
import type { ControlLine } from "./control-line.ts";

/** Sends a command to the cluster with this socket, and yields each line of its answer. @throws StartError */
export async function* askCluster(
  socketPath: string,
  method: "GET" | "POST",
  path: string,
): AsyncGenerator<ControlLine, void> {
  const answer = await open(socketPath, method, path);
  for await (const line of createInterface(answer)) {
    const told = JSON.parse(line) as ControlLine;
    if (told.type === "failed") throw new StartError(told.sentence);
    if (told.type === "done") return;
    yield told;
  }
  throw new StartError("The cluster stopped before the command was done.");
}

async function open(socketPath: string, method: string, path: string): Promise<IncomingMessage> {
  try {
    const asking = request({ socketPath, method, path }).end();
    const [answer] = (await once(asking, "response")) as [IncomingMessage];
    return answer;
  } catch (error) {
    throw new StartError(
      "No cluster runs on this data directory: start one with npm run replicas, or set PARLEY_DATA to its directory.",
      error,
    );
  }
}
