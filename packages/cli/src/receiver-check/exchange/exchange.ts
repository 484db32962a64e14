import type { Acknowledgement, TransportFailure } from "@parley/core";

/** One header field as it was on the wire. */
export type HeaderField = readonly [name: string, value: string];

/** How one request ended, as the gateway would read it. */
export type Ending =
  | Acknowledgement
  | { readonly kind: "failure"; readonly failure: TransportFailure };

/** One request to the receiver and what came back. */
export interface Exchange {
  readonly url: string;
  /** Empty when nothing was written. */
  readonly requestHeaders: readonly HeaderField[];
  /** JSON text. */
  readonly requestBody: string;
  readonly answer: ReceivedAnswer | null;
  readonly ending: Ending;
  readonly durationMs: number;
  /** Whether it went over a connection that had carried another request. */
  readonly reused: boolean;
  /** IP address it was really connected to; `null` when nothing was connected. */
  readonly address: string | null;
}

/** An answer, read up to the gateway's cap. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly body: Uint8Array;
  /** Whether there was more of the body. */
  readonly truncated: boolean;
}

/** The value of a header field, in lower case; empty when there is none. */
export function headerOf(answer: ReceivedAnswer | null, name: string): string {
  const field = answer?.headers.find(([field]) => field.toLowerCase() === name);
  return field?.[1].trim().toLowerCase() ?? "";
}

/** The body as text; bad UTF-8 becomes U+FFFD. */
export function textOf(answer: ReceivedAnswer | null): string {
  return answer === null ? "" : new TextDecoder().decode(answer.body);
}
