import type { ServiceIdentifier } from "inversify";

/** One POST to an integrating system. */
export interface TransportRequest {
  /** Absolute URL, channel segment included. */
  readonly url: string;
  /** JSON text; sent as UTF-8 with `Content-Type: application/json`. */
  readonly body: string;
  readonly transfer: "content-length" | "chunked";
  /** Further headers, lower-case names; none of them says how the body travels. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** One deadline for name, connect, headers and body; once aborted the promise must settle promptly. */
  readonly signal: AbortSignal;
  /** Asked in the very turn that writes the request: `false` means that the lease is gone and nothing may be sent. */
  readonly permit: () => boolean;
}

/**
 * Why there is no response to read (ruling 17). Nothing was written: `unreachable` (no address, refused, no TLS),
 * `forbidden-target`, and `not-sent` when the permit was refused or there was no turn. The request was written, in part at
 * least, so that it may have arrived: `unreadable-answer` (what came is no HTTP, or the connection broke). `timeout`: the
 * signal aborted, before or after; the core knows by the permit which.
 */
export type TransportFailure =
  | "timeout"
  | "unreachable"
  | "unreadable-answer"
  | "forbidden-target"
  | "not-sent";

export type TransportResult =
  | {
      readonly kind: "response";
      readonly status: number;
      /** At most 64 KiB; what came after was discarded. */
      readonly body: Uint8Array;
      readonly truncated: boolean;
      /** The `Location` of a redirect, as received: untrusted text. */
      readonly location?: string;
    }
  | { readonly kind: "failure"; readonly failure: TransportFailure };

/** Called by the dispatcher for every outbound attempt; implemented by an HTTP client. */
export interface Transport {
  /** Never follows a redirect, never rejects: whatever happens on the network is a result. */
  post(request: TransportRequest): Promise<TransportResult>;
}
export const Transport = Symbol.for("@parley/core/Transport") as ServiceIdentifier<Transport>;
