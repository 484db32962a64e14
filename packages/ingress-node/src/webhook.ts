import type { IncomingMessage } from "node:http";
import { type Refusal, refuse } from "@parley/core";

/** What an agent app posted. */
export interface Webhook {
  /** The body's bytes, as they came: what a signature is about. */
  readonly body: Uint8Array;
  /** Its headers are those that the agent app sent; its body is read. */
  readonly request: IncomingMessage;
  /** The body as JSON. A throw that leaves the handler is answered `400`. */
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

/** @throws NotJson */
export function jsonOf(body: Uint8Array): unknown {
  const text = textOf(body);
  try {
    return JSON.parse(text);
  } catch {
    throw new NotJson(refuse("malformedJson"));
  }
}

function textOf(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new NotJson(refuse("notUtf8"));
  }
}
