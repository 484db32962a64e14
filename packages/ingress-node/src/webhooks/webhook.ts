import type { IncomingHttpHeaders } from "node:http";
import { type Refusal, refuse } from "@parley/core";

/** The part of a webhook that is known before its body is read. */
export interface WebhookHead {
  /** The request's URL with its query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** A webhook that an agent app posted. */
export interface IncomingWebhook extends WebhookHead {
  /** The raw body, to verify a signature. */
  readonly body: Uint8Array;
  /** Parses the body. Throws for invalid JSON; an uncaught error is answered with `400`. */
  readonly json: () => unknown;
}

/** The body is not valid JSON. */
export class NotJson extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The parsed body, or a `NotJson` (returned, not thrown). */
export function parseJsonBody(body: Uint8Array): unknown {
  const text = textOf(body);
  if (text === null) return new NotJson(refuse("notUtf8"));
  try {
    return JSON.parse(text);
  } catch {
    return new NotJson(refuse("malformedJson"));
  }
}

function textOf(body: Uint8Array): string | null {
  try {
    return utf8.decode(body);
  } catch {
    return null;
  }
}
