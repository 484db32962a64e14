import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type Refusal, refusalBody, refuse } from "@parley/core";
import type { Exchanges, ExchangesOf } from "./exchanges.ts";

/** How long a broken connection may stay open until the client has read the last answer. */
const timeoutMs = 15_000;

/**
 * Answers bytes that are no valid request with the failure shape (ruling 4), and closes the connection. A complete
 * request before them gets only its own answer, because a client would read a second one as the answer to it.
 */
export function answerBrokenRequests(server: Server, exchangesOf: ExchangesOf): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const exchanges = exchangesOf(socket);
    // Node reports every further piece of a broken connection.
    if (exchanges.isTaken) return;
    exchanges.isTaken = true;
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    endSoon(socket);
    close(socket, exchanges, refusalOf(error.code));
  });
  // Without a listener Node closes the connection and loses the answers to earlier requests.
  server.on("connect", (_request, socket) => {
    // Node has detached the socket, so no other listener handles its errors.
    socket.on("error", () => socket.destroy()).resume();
    endSoon(socket);
    const exchanges = exchangesOf(socket);
    exchanges.isTaken = true;
    answerAfterEarlier(socket, exchanges, refuse("invalidRequest", { detail: noTunnel }));
  });
}

const notHttp =
  "The request is not valid HTTP/1.1 (request line, headers or framing), or it was cut off";
const noTunnel = "CONNECT is not supported";

function endSoon(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), timeoutMs).unref();
  socket.once("close", () => clearTimeout(timer));
}

/** Answers a complete request that is not supported, after the earlier ones. */
function answerAfterEarlier(socket: Duplex, exchanges: Exchanges, refusal: Refusal): void {
  const [next] = exchanges.unfinished;
  if (next === undefined) socket.end(rawAnswer(refusal), () => socket.destroy());
  else next.once("close", () => answerAfterEarlier(socket, exchanges, refusal));
}

function close(socket: Duplex, exchanges: Exchanges, refusal: Refusal | null): void {
  const { latest, unfinished } = exchanges;
  const [next] = unfinished;
  if (next !== undefined && isAnswerPending(next)) {
    next.once("close", () => close(socket, exchanges, null));
  } else if (next?.headersSent || refusal === null || wasAnsweredEarly(latest)) {
    // Destroying at once would reset the connection while input is unread, and the client would lose the answer.
    socket.end();
  } else {
    socket.end(rawAnswer(refusal), () => socket.destroy());
  }
}

/** Whether an answer will come without further input. An incomplete request, or a stream, may never end. */
function isAnswerPending({ writableEnded, headersSent, req }: ServerResponse): boolean {
  return writableEnded || (req.complete && !headersSent);
}

/** Whether the broken bytes are the rest of a request that is already answered. */
function wasAnsweredEarly(latest: ServerResponse | null): boolean {
  return latest !== null && latest.headersSent && !latest.req.complete;
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
      return refuse("invalidRequest", { detail: notHttp });
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
