import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type Refusal, refusalBody, refuse } from "@parley/core";

/** Bounds on what one connection may cost; each has a default that suits a gateway behind a proxy or without one. */
export interface ServerBounds {
  /** Until a request's headers are in. Default 10 000. */
  readonly headersTimeoutMs?: number;
  /** Until a request is in, body included. Default 15 000. */
  readonly requestTimeoutMs?: number;
  /** How long an idle connection is kept: longer than the 60 s of common proxies. Default 65 000. */
  readonly keepAliveTimeoutMs?: number;
  /** Requests until a connection is closed. Default 10 000. */
  readonly maxRequestsPerSocket?: number;
}

/** How often Node looks for requests past their timeout; of itself it would do so every 30 s. */
const checkIntervalMs = 1_000;

/**
 * Sets timeouts on a server and lets it answer what never becomes a request in the failure shape (ruling 4).
 * Call it before `listen`.
 */
export function hardenServer(server: Server, bounds: ServerBounds = {}): void {
  server.headersTimeout = bounds.headersTimeoutMs ?? 10_000;
  server.requestTimeout = bounds.requestTimeoutMs ?? 15_000;
  server.keepAliveTimeout = bounds.keepAliveTimeoutMs ?? 65_000;
  server.maxRequestsPerSocket = bounds.maxRequestsPerSocket ?? 10_000;
  Object.assign(server, {
    connectionsCheckingInterval: Math.min(checkIntervalMs, server.requestTimeout),
  });
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on("request", (request, response) => responses.set(request.socket, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    answerBrokenRequest(error, socket, responses.get(socket));
  });
}

function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  current: ServerResponse | undefined,
): void {
  const midAnswer = current !== undefined && current.headersSent && !current.writableFinished;
  if (error.code === "ECONNRESET" || !socket.writable || midAnswer) {
    socket.destroy();
    return;
  }
  socket.end(rawAnswer(refusalOf(error.code)), () => socket.destroy());
}

function refusalOf(code: string | undefined): Refusal {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return refuse("headersTooLarge");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return refuse("requestTimeout");
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return refuse("bodyTooLarge");
    default:
      return refuse("invalidRequest");
  }
}

function rawAnswer(refusal: Refusal): string {
  const body = JSON.stringify(refusalBody(refusal));
  return [
    `HTTP/1.1 ${refusal.httpStatus} Refused`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}
