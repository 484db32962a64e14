import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { hardenServer, type ServerBounds } from "@parley/ingress-express";
import { refusalBody, refuse } from "@parley/core";
import { StartError, systemCodeOf } from "./start-error.ts";

/** Time limit for running requests once the host stops. */
const graceMs = 1_000;
const crowdedAgainMs = 60_000;

/** The host's port. It is opened first, so that a start without it leaves nothing behind. */
export interface Listener {
  /** `PARLEY_PORT`, or the free port that was chosen. */
  readonly port: number;
  /** Starts answering requests. Until then every answer is 503. */
  serve(handler: RequestListener): void;
  /** Calls back when a connection is refused because too many are open, at most once a minute. */
  onCrowded(listener: () => void): void;
  /** Accepts no new connections, lets running requests end, then closes every connection. */
  close(): Promise<void>;
}

/** Names of the settings of an address. */
export interface AddressNames {
  readonly host: string;
  readonly port: string;
}

const usualNames: AddressNames = { host: "PARLEY_HOST", port: "PARLEY_PORT" };

/** @throws StartError when the address is not available. It names the setting to change. */
export async function listen(
  host: string,
  port: number,
  bounds: ServerBounds = {},
  names: AddressNames = usualNames,
): Promise<Listener> {
  let handler: RequestListener = stillStarting;
  // Node would answer a request without Host with an empty body. The ingress and the app answer it with a message.
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
