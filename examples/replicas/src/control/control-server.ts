import { chmodSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { sentenceOf, StartError } from "@parley/quickstart/start-error";
import type { Cluster } from "../cluster/cluster.ts";
import type { ControlLine, StatusShown } from "./control-line.ts";

type Handler = (query: URLSearchParams, write: (line: ControlLine) => void) => Promise<void>;

/** Receives commands for a running cluster, on a socket in its data directory for its owner only. */
export interface ControlServer {
  close(): void;
}

/** @throws StartError when the path is too long for a socket, or another cluster runs on the data directory. */
export async function openControl(path: string, cluster: Cluster): Promise<ControlServer> {
  const server = createServer((request, response) => void answer(cluster, request, response));
  // A killed cluster leaves its socket. A running one holds its database, so no second one gets here.
  rmSync(path, { force: true });
  server.listen(path);
  await once(server, "listening").catch((error: unknown) => {
    throw new StartError(
      `The commands' socket ${path} cannot be made: choose a shorter PARLEY_DATA.`,
      error,
    );
  });
  chmodSync(path, 0o600);
  return {
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  cluster: Cluster,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://cluster");
  const write = (line: ControlLine): void => void response.write(`${JSON.stringify(line)}\n`);
  try {
    const handler = handlersOf(cluster)[`${request.method} ${pathname}`];
    if (handler === undefined)
      throw new StartError("The running cluster does not know this command.");
    await handler(searchParams, write);
    write({ type: "done" });
  } catch (error) {
    write({ type: "failed", sentence: sentenceOf(error) });
  }
  response.end();
}

function handlersOf({ url, nodes }: Cluster): Readonly<Record<string, Handler>> {
  const telling = (write: (line: ControlLine) => void) => (text: string) =>
    write({ type: "told", text });
  return {
    "GET /status": async (_query, write) => {
      const status: StatusShown = { url, nodes: nodes.states };
      write({ type: "status", status });
    },
    "POST /restart": (query, write) => nodes.restart(telling(write), query.get("program")),
    "POST /replace": (query, write) => nodes.replace(telling(write), query.get("node") ?? ""),
  };
}
