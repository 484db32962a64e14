import {
  type OutgoingHttpHeaders,
  type ServerResponse,
  validateHeaderName,
  validateHeaderValue,
} from "node:http";
import { type DoorResponse, ParleyError } from "@parley/core";

/** Headers that belong to the connection (RFC 9110 §7.6.1) or to the framing. The server sets them itself. */
const ofTheConnection = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** `sandbox`: a page of a door must not act as the pages of other paths, such as the console. */
const usual: OutgoingHttpHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "sandbox",
  "x-content-type-options": "nosniff",
};

/** Statuses whose answers have neither a body nor a length (RFC 9110 §8.6). */
const withoutBody = new Set([204, 304]);

/**
 * Sends the answer of a door, unless another one was sent, such as by a host's own timeout.
 * @throws ParleyError `door-answer-invalid`; also errors of Node for a header that is none. Nothing was sent then
 */
export function sendDoorAnswer(response: ServerResponse, given: DoorResponse): void {
  if (response.headersSent) return;
  if (typeof given !== "object" || given === null) throw invalid("a status");
  const { status } = given;
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw invalid("a status from 200 to 599");
  const body = bodyOf(given);
  const headers = { ...usual, ...typeOf(given), ...headersOf(given) };
  if (withoutBody.has(status)) response.writeHead(status, headers).end();
  else response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
}

function bodyOf({ body }: DoorResponse): Uint8Array {
  if (body === undefined) return Buffer.alloc(0);
  if (typeof body === "string") return Buffer.from(body);
  if (body instanceof Uint8Array) return body;
  throw invalid("a body that is a string or a Uint8Array");
}

function typeOf({ body, status }: DoorResponse): OutgoingHttpHeaders {
  if (body === undefined || body.length === 0 || withoutBody.has(status)) return {};
  const isText = typeof body === "string";
  return { "content-type": isText ? "text/plain; charset=utf-8" : "application/octet-stream" };
}

function headersOf({ headers = {} }: DoorResponse): OutgoingHttpHeaders {
  const read: OutgoingHttpHeaders = {};
  for (const [given, value] of Object.entries(headers)) {
    const name = given.toLowerCase();
    if (value === undefined || ofTheConnection.has(name)) continue;
    validateHeaderName(name);
    const values = [value].flat();
    for (const one of values) {
      if (typeof one !== "string") throw invalid("headers that are strings");
      validateHeaderValue(name, one);
    }
    if (values.length > 0) read[name] = typeof value === "string" ? value : values;
  }
  return read;
}

function invalid(expected: string): ParleyError {
  return new ParleyError("door-answer-invalid", `The answer of a door must have ${expected}.`);
}
