import type { Server, ServerOptions } from "node:http";
import { answerBrokenRequests } from "./broken-requests.ts";
import { watchExchanges } from "./exchanges.ts";

/** Limits for the connections of a server. The defaults suit a gateway with or without a proxy. */
export interface ServerBounds {
  /** Time for a request's headers. Default 10 000. */
  readonly headersTimeoutMs?: number;
  /** Time for a request with its body. Default 15 000. */
  readonly requestTimeoutMs?: number;
  /** How long an idle connection stays open: longer than the 60 s of common proxies. Default 65 000. */
  readonly keepAliveTimeoutMs?: number;
  /** How long a request or its answer may make no progress. Default 30 000. */
  readonly stalledTimeoutMs?: number;
  /** Unanswered requests of one connection; past it the connection is cut. Default 100. */
  readonly maxUnanswered?: number;
  /** Requests after which a connection is closed. Default 10 000. */
  readonly maxRequestsPerSocket?: number;
  /**
   * Open connections; past it new ones are closed, and the server emits `drop`. Keep it below the process's limit of
   * open files: past that limit connections are lost without an event. Default 10 000.
   */
  readonly maxConnections?: number;
}

/**
 * Options of `createServer` for an ingress. The ingress checks `Host` itself, because Node's own `400` has no body.
 * Other handlers of the same server must check it too.
 */
export const ingressServerOptions: Readonly<ServerOptions> = { requireHostHeader: false };

/** How often Node looks for requests past their timeout. Node's default is 30 s. */
const checkIntervalMs = 1_000;

/**
 * Sets the limits of a server, and makes it answer invalid requests with the failure shape (ruling 4). An unknown
 * `Expect` header is ignored. Call it before `listen`.
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
  // RFC 9110 §10.1.1 allows it. Node's own 417 would have no body.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}
