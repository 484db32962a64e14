import { createServer, request as httpRequest, type RequestListener } from "node:http";
import type { Socket } from "node:net";
import { duplexPair } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Door, DoorRequest, DoorResponse } from "@parley/core";

/** Headers of the first connection. The second one has its own. */
const ofTheConnection = new Set([
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * A door from a listener of Node, as many webhook libraries have one; `webhookNode` is one, too. The listener gets the
 * request over a connection in memory, so that it may do with it what it likes. `request.url` begins behind
 * `/agents/<name>`, and the socket has no address: what else a listener needs of the `DoorRequest`, check before.
 */
export function nodeDoor(listener: RequestListener): Door {
  // It never listens on a port.
  const server = createServer({ requireHostHeader: false }, listener);
  return {
    handle: (given, signal) => {
      const [near, far] = duplexPair();
      // Node 22 does not close one end with the other.
      far.once("close", () => near.destroy());
      near.once("close", () => far.destroy());
      server.emit("connection", far);
      return exchange(given, near as Socket, signal).finally(() => near.destroy());
    },
  };
}

function exchange(given: DoorRequest, socket: Socket, signal: AbortSignal): Promise<DoorResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<DoorResponse>();
  const { method, path, query, body } = given;
  const passed = Object.entries(given.headers).filter(([name]) => !ofTheConnection.has(name));
  const headers = Object.fromEntries(passed.map(([name, value]) => [name, writable(value)]));
  const sent = httpRequest({
    method,
    path: `${path.startsWith("/") ? "" : "/"}${path}${query}`,
    headers: { ...headers, "content-length": body.length },
    setHost: false,
    createConnection: () => socket,
    signal,
  });
  sent.on("error", reject);
  sent.on("response", (response) => {
    const { statusCode = 0, headers } = response;
    buffer(response).then((body) => resolve({ status: statusCode, headers, body }), reject);
  });
  sent.end(body);
  return promise;
}

function writable(value: string | readonly string[] | undefined): string | string[] | undefined {
  return typeof value === "object" ? [...value] : value;
}
