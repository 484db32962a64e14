import type { ServiceIdentifier } from "inversify";

/** One POST to an integrating system. */
export interface TransportRequest {
  /** Absolute URL, channel segment included. */
  readonly url: string;
  /** JSON text; sent as UTF-8 with `Content-Type: application/json`. */
  readonly body: string;
  /** Framing of the body (§4.5, ruling 13). */
  readonly transfer: "content-length" | "chunked";
  /** More headers, with lower-case names. None of them may set the body's framing. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** One deadline for name, connect, headers and body. Once it aborts, the promise must settle promptly. */
  readonly signal: AbortSignal;
  /**
   * Called in the same event-loop turn that writes the request. `false`: the lease is lost, so nothing may be sent.
   */
  readonly permit: () => boolean;
}

/**
 * Why there is no response (ruling 17).
 * - `unreachable`, `forbidden-target`: nothing was written. `unreachable`: no address, connection refused, or no
 *   TLS.
 * - `not-sent`: nothing was written, because `permit` answered `false` or was never called.
 * - `unreadable-answer`: at least a part of the request was written, so that it may have arrived. The answer was no
 *   HTTP, or the connection broke.
 * - `timeout`: the signal aborted, before or after the request was written. Core knows which, because it knows
 *   whether `permit` was called.
 */
export type TransportFailure =
  | "timeout"
  | "unreachable"
  | "unreadable-answer"
  | "forbidden-target"
  | "not-sent";

/** Result of one POST. */
export type TransportResult =
  | {
      readonly kind: "response";
      readonly status: number;
      /** At most 64 KiB; the rest was discarded. */
      readonly body: Uint8Array;
      readonly truncated: boolean;
      /** The `Location` of a redirect, as received: untrusted text. */
      readonly location?: string;
    }
  | { readonly kind: "failure"; readonly failure: TransportFailure };

/** Called by the dispatcher for every outbound attempt; implemented by an HTTP client. */
export interface Transport {
  /** Never follows a redirect and never rejects: every network failure is a result. */
  post(request: TransportRequest): Promise<TransportResult>;
}
export const Transport = Symbol.for("@parley/core/Transport") as ServiceIdentifier<Transport>;
