import type { Server, ServerOptions } from "node:http";
import { answerBrokenRequests } from "./broken-requests.ts";
import { watchExchanges } from "./exchanges.ts";

/** Bounds on what connections may cost; each has a default that suits a gateway behind a proxy or without one. */
export interface ServerBounds {
  /** Until a request's headers are in. Default 10 000. */
  readonly headersTimeoutMs?: number;
  /** Until a request is in, body included. Default 15 000. */
  readonly requestTimeoutMs?: number;
  /** How long an idle connection is kept: longer than the 60 s of common proxies. Default 65 000. */
  readonly keepAliveTimeoutMs?: number;
  /** How long a request under way or its answer may stand still, with no byte either way. Default 30 000. */
  readonly stalledTimeoutMs?: number;
  /** Requests on one connection whose answers are not out yet; past it the connection is cut. Default 100. */
  readonly maxUnanswered?: number;
  /** Requests until a connection is closed. Default 10 000. */
  readonly maxRequestsPerSocket?: number;
  /**
   * Connections at once; past it new ones are closed, and the server emits `drop`. Keep it below the process's limit of
   * open files, past which nobody is told. Default 10 000.
   */
  readonly maxConnections?: number;
}

/**
 * Options of `createServer` for an ingress. HTTP/1.1 without `Host` is left to the listener, as Node's own `400` has no
 * body. Whatever else the server serves has to ask for `Host` itself.
 */
export const ingressServerOptions: Readonly<ServerOptions> = { requireHostHeader: false };

/** How often Node looks for requests past their timeout; of itself it would do so every 30 s. */
const checkIntervalMs = 1_000;

/**
 * Sets bounds on a server and lets it answer what never becomes a request in the failure shape (ruling 4). An `Expect`
 * that nobody knows is passed over. Call it before `listen`.
 */
export function hardenServer(server: Server, bounds: ServerBounds = {}): void {
  server.headersTimeout = bounds.headersTimeoutMs ?? 10_000;
  server.requestTimeout = bounds.requestTimeoutMs ?? 15_000;
  server.timeout = bounds.stalledTimeoutMs ?? 30_000;
  server.keepAliveTimeout = bounds.keepAliveTimeoutMs ?? 65_000;
  server.maxRequestsPerSocket = bounds.maxRequestsPerSocket ?? 10_000;
  server.maxConnections = bounds.maxConnections ?? 10_000;
  Object.assign(server, {
    connectionsCheckingInterval: Math.min(checkIntervalMs, server.requestTimeout),
  });
  answerBrokenRequests(server, watchExchanges(server, bounds.maxUnanswered ?? 100));
  // RFC 9110 §10.1.1 lets a server go on; Node's own 417 would have no body.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}
