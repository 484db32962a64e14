import { type Refusal, refusalBody } from "@parley/core";
import type { Response } from "express";

/** Sends JSON that must not be cached. */
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

/** Sends the failure shape of §4.3. */
export function sendRefusal(response: Response, refusal: Refusal): void {
  if (refusal.allow !== undefined) {
    response.setHeader("Allow", refusal.allow);
  }
  if (refusal.retryAfterSeconds !== undefined) {
    response.setHeader("Retry-After", refusal.retryAfterSeconds);
  }
  sendJson(response, refusal.httpStatus, refusalBody(refusal));
}

/** Answers success without a body. */
export function sendNothing(response: Response): void {
  response.removeHeader("X-Powered-By");
  response.writeHead(204, { "Cache-Control": "no-store" });
  response.end();
}
