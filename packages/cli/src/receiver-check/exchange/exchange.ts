import type { Acknowledgement, TransportFailure } from "@parley/core";

/** One header field as sent on the wire. */
export type HeaderField = readonly [name: string, value: string];

/** The result of a request, as the gateway would judge it. */
export type Ending =
  | Acknowledgement
  | { readonly kind: "failure"; readonly failure: TransportFailure };

/** One request to the receiver and its answer. */
export interface Exchange {
  readonly url: string;
  /** Empty when nothing was sent. */
  readonly requestHeaders: readonly HeaderField[];
  /** JSON text. */
  readonly requestBody: string;
  readonly answer: ReceivedAnswer | null;
  readonly ending: Ending;
  readonly durationMs: number;
  /** Whether the connection had carried an earlier request. */
  readonly reused: boolean;
  /** IP address of the connection; `null` without one. */
  readonly address: string | null;
}

/** An answer, read up to the gateway's limit. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly body: Uint8Array;
  /** Whether the body was longer. */
  readonly truncated: boolean;
}

/** A header field's value in lower case; empty when it is missing. */
export function headerOf(answer: ReceivedAnswer | null, name: string): string {
  const field = answer?.headers.find(([field]) => field.toLowerCase() === name);
  return field?.[1].trim().toLowerCase() ?? "";
}

/** The body as text. Invalid UTF-8 becomes U+FFFD. */
export function textOf(answer: ReceivedAnswer | null): string {
  return answer === null ? "" : new TextDecoder().decode(answer.body);
}
