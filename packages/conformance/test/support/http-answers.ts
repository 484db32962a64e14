import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type Refusal, refusalBody, type RefusalName, refuse } from "@parley/core";

const broken: Readonly<Record<string, RefusalName>> = {
  HPE_HEADER_OVERFLOW: "headersTooLarge",
  ERR_HTTP_REQUEST_TIMEOUT: "requestTimeout",
};

/** Answers with a JSON text that nobody keeps. */
export function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
  });
  response.end(body);
}

/** Answers with the failure shape. */
export function refuseWith(response: ServerResponse, refusal: Refusal): void {
  const { allow, retryAfterSeconds } = refusal;
  if (allow !== undefined) response.setHeader("Allow", allow);
  if (retryAfterSeconds !== undefined) response.setHeader("Retry-After", retryAfterSeconds);
  answer(response, refusal.httpStatus, JSON.stringify(refusalBody(refusal)));
}

/** Refuses what never becomes a request, once everything before it is answered. */
export function answerBroken(server: Server): void {
  const answering = new Map<Duplex, ServerResponse>();
  server.on("request", (request, response) => {
    const { socket } = request;
    answering.set(socket, response);
    response.on("close", () => answering.get(socket) === response && answering.delete(socket));
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const before = answering.get(socket);
    if (before !== undefined && before.req.complete) {
      before.on("close", () => socket.destroy());
    } else if (before?.headersSent || !socket.writable) {
      socket.destroy();
    } else {
      socket.end(brokenAnswer(refuse(broken[error.code ?? ""] ?? "invalidRequest")));
    }
  });
}

function brokenAnswer(refusal: Refusal): string {
  const body = JSON.stringify(refusalBody(refusal));
  return [
    `HTTP/1.1 ${refusal.httpStatus} Refused`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}
