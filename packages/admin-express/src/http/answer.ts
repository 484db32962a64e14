import { type Refusal, refusalBody } from "@parley/core";
import type { Response } from "express";

/** Answers with JSON that nobody may keep. */
export function sendJson(response: Response, status: number, value: unknown): void {
  const body = JSON.stringify(value);
  response.removeHeader("X-Powered-By");
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(body);
}

/** Answers with the failure shape of §4.3. */
export function sendRefusal(response: Response, refusal: Refusal): void {
  if (refusal.allow !== undefined) {
    response.setHeader("Allow", refusal.allow);
  }
  if (refusal.retryAfterSeconds !== undefined) {
    response.setHeader("Retry-After", refusal.retryAfterSeconds);
  }
  sendJson(response, refusal.httpStatus, refusalBody(refusal));
}

/** Answers that something is done and there is nothing to show. */
export function sendNothing(response: Response): void {
  response.removeHeader("X-Powered-By");
  response.writeHead(204, { "Cache-Control": "no-store" });
  response.end();
}
