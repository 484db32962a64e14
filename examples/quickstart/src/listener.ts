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

/** Names of the settings that chose an address. */
export interface AddressNames {
  readonly host: string;
  readonly port: string;
}

const usualNames: AddressNames = { host: "PARLEY_HOST", port: "PARLEY_PORT" };

/** @throws StartError when the address cannot be had; it names the setting to change. */
export async function listen(
  host: string,
  port: number,
  bounds: ServerBounds = {},
  names: AddressNames = usualNames,
): Promise<Listener> {
  let handler: RequestListener = stillStarting;
  // Node's own answer to a request without Host has no body; the ingress and the host's app refuse it in words.
  const server = createServer({ requireHostHeader: false }, (request, response) =>
    handler(request, response),
  );
  hardenServer(server, bounds);
  await opened(server, { host, port, names });
  return {
    port: (server.address() as AddressInfo).port,
    serve: (next) => {
      handler = next;
    },
    onCrowded: (listener) => tellOfDrops(server, listener),
    close: () => closed(server),
  };
}

interface Address {
  readonly host: string;
  readonly port: number;
  readonly names: AddressNames;
}

function opened(server: Server, address: Address): Promise<void> {
  const { host, port } = address;
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(addressError(address, error)));
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

function addressError({ host, port, names }: Address, error: unknown): StartError {
  const code = systemCodeOf(error);
  if (code === "EADDRINUSE") {
    return new StartError(
      `Port ${port} on ${host} is in use by another process: stop it, or choose another port with ${names.port}.`,
      error,
    );
  }
  if (code === "EACCES") {
    return new StartError(
      `This user may not listen on port ${port}: choose a port above 1023 with ${names.port}.`,
      error,
    );
  }
  return new StartError(
    `Parley cannot listen on ${host} (${code}): ${names.host} must be an address or name of this machine.`,
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
