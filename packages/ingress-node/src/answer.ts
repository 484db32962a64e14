import type { ServerResponse } from "node:http";
import { type Refusal, refusalBody } from "@parley/core";

/** Headers of one answer, in addition to those of every answer. */
export type AnswerHeaders = Readonly<Record<string, string>>;

const ok = '{"result":"ok"}';

/** Writes the head and the body without ending the response, for a caller that drains the request first. */
export function writeAnswer(
  response: ServerResponse,
  status: number,
  body: string,
  headers: AnswerHeaders,
): void {
  response.writeHead(status, headOf(body, headers)).write(body);
}

/** Answers with a JSON text that is never cached. */
export function sendAnswer(
  response: ServerResponse,
  status: number,
  body: string,
  headers?: AnswerHeaders,
): void {
  response.writeHead(status, headOf(body, headers)).end(body);
}

/** Answers a message that was accepted without warnings. */
export function sendOk(response: ServerResponse): void {
  sendAnswer(response, 200, ok);
}

/** Answers with the failure shape of §4.3 (ruling 4). */
export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  sendAnswer(
    response,
    refusal.httpStatus,
    JSON.stringify(refusalBody(refusal)),
    refusalHeaders(refusal),
  );
}

/** The headers of a refusal: `Allow`, `Retry-After`. */
export function refusalHeaders({ allow, retryAfterSeconds }: Refusal): AnswerHeaders {
  return {
    ...(allow !== undefined && { Allow: allow }),
    ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
  };
}

function headOf(body: string, headers: AnswerHeaders = {}): AnswerHeaders {
  return {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...headers,
  };
}
