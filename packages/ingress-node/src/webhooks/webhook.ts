import type { IncomingHttpHeaders } from "node:http";
import { type Refusal, refuse } from "@parley/core";

/** What is known of a webhook before its body is read. */
export interface WebhookHead {
  /** As the request has it, its query with it. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** What an agent app posted. */
export interface IncomingWebhook extends WebhookHead {
  /** The body's bytes, as they came: what a signature is about. */
  readonly body: Uint8Array;
  /** The body as `JSON.parse` reads it, each time anew. When that fails and nobody catches it, the answer is `400`. */
  readonly json: () => unknown;
}

/** The body is no JSON. */
export class NotJson extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** @returns a `NotJson`, not thrown, for what is none. */
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
