import { type HttpRequest, readOrigin, refusedHeaders } from "@parley/core";
import { invalidRequest } from "./http-errors.ts";
import type { Hop } from "./redirects.ts";
import { StreamBody } from "./stream-body.ts";

/** A checked request. */
export interface ReadHttpRequest {
  readonly hop: Hop;
  readonly followsRedirects: boolean;
  readonly limitBytes: number;
  readonly signal: AbortSignal;
}

const defaultLimitBytes = 1_048_576;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
/** One byte each, and no control character but a tab. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
/** A tunnel, and methods that echo the request's headers (Fetch standard, forbidden methods). */
const refusedMethods = new Set(["CONNECT", "TRACE", "TRACK"]);

/** @throws ParleyError `http-invalid-request` */
export function readHttpRequest(request: HttpRequest): ReadHttpRequest {
  const { method, url, limitBytes = defaultLimitBytes, redirect = "follow", signal } = request;
  if (!token.test(method) || refusedMethods.has(method.toUpperCase()))
    throw invalidRequest("the method cannot be used");
  if (!Number.isSafeInteger(limitBytes) || limitBytes < 0)
    throw invalidRequest("limitBytes must be a whole number from 0");
  return {
    hop: {
      method,
      url,
      headers: readHeaders(request.headers ?? {}),
      body: readBody(request.body),
      allowedOrigins: new Set((request.allowOrigins ?? []).map(allowedOrigin)),
    },
    followsRedirects: redirect === "follow",
    limitBytes,
    signal,
  };
}

function readHeaders(headers: Readonly<Record<string, string>>): Hop["headers"] {
  const entries = Object.entries(headers);
  for (const [name, value] of entries) {
    if (!headerName.test(name)) throw invalidRequest("a header's name is not a lower-case name");
    if (refusedHeaders.has(name)) throw invalidRequest(`the header ${name} must not be set`);
    if (typeof value !== "string" || !headerValue.test(value))
      throw invalidRequest(`the header ${name} has a character that cannot be sent`);
  }
  return new Map([["user-agent", "parley"], ...entries]);
}

function readBody(body: HttpRequest["body"]): Hop["body"] {
  if (body === undefined) return null;
  if (typeof body === "string") return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ReadableStream && !body.locked) return new StreamBody(body);
  throw invalidRequest(
    "the body must be a text, a Uint8Array or a ReadableStream that nobody reads",
  );
}

function allowedOrigin(text: string): string {
  const origin = readOrigin(text);
  if (origin === null)
    throw invalidRequest("an entry of allowOrigins is no origin of http or https");
  return origin;
}
