import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { hardenServer, type ServerBounds } from "@parley/ingress-express";
import { refusalBody, refuse } from "@parley/core";
import { StartError, systemCodeOf } from "./start-error.ts";

/** How long requests under way may take once the host stops. */
const graceMs = 1_000;
const crowdedAgainMs = 60_000;

/** The host's port: taken before anything else is opened, so that a start that cannot have it leaves nothing behind. */
export interface Listener {
  /** What `PARLEY_PORT` was, or the port that was free. */
  readonly port: number;
  /** From now on requests are answered; until then with 503. */
  serve(handler: RequestListener): void;
  /** Called when a connection is refused since too many are open; then not again for a minute. */
  onCrowded(listener: () => void): void;
  /** Takes no new connection, lets requests under way end, then closes every connection. */
  close(): Promise<void>;
}

/** @throws StartError when the address cannot be had. */
export async function listen(
  host: string,
  port: number,
  bounds: ServerBounds = {},
): Promise<Listener> {
  let handler: RequestListener = stillStarting;
  // Node's own answer to a request without Host has no body; the ingress and the host's app refuse it in words.
  const server = createServer({ requireHostHeader: false }, (request, response) =>
    handler(request, response),
  );
  hardenServer(server, bounds);
  await opened(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    serve: (next) => {
      handler = next;
    },
    onCrowded: (listener) => tellOfDrops(server, listener),
    close: () => closed(server),
  };
}

function opened(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(addressError(host, port, error)));
    server.listen({ host, port, exclusive: true }, resolve);
  });
}

function tellOfDrops(server: Server, listener: () => void): void {
  let quietUntilMs = 0;
  server.on("drop", () => {
    if (performance.now() < quietUntilMs) return;
    quietUntilMs = performance.now() + crowdedAgainMs;
    listener();
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function addressError(host: string, port: number, error: unknown): StartError {
  const code = systemCodeOf(error);
  if (code === "EADDRINUSE") {
    return new StartError(
      `Port ${port} on ${host} is in use by another process: stop it, or choose another port with PARLEY_PORT.`,
      error,
    );
  }
  if (code === "EACCES") {
    return new StartError(
      `This user may not listen on port ${port}: choose a port above 1023 with PARLEY_PORT.`,
      error,
    );
  }
  return new StartError(
    `Parley cannot listen on ${host} (${code}): PARLEY_HOST must be an address or name of this machine.`,
    error,
  );
}

const stillStarting: RequestListener = (_request, response) => {
  const body = JSON.stringify(
    refusalBody(refuse("overloaded", { detail: "The gateway is starting" })),
  );
  response.writeHead(503, {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "Retry-After": "1",
  });
  response.end(body);
};
