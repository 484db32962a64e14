import type { ServiceIdentifier } from "inversify";

/**
 * Why no request can reach a target.
 * - `not-https`, `unreadable-url`: the URL itself is not permitted.
 * - `unresolvable`: the name has no address.
 * - `forbidden-address`: the address guard forbids the address (ruling 20).
 * - `refused`: no server listens on the port. `silent`: no answer in time.
 * - `unreachable`: any other failure before TLS.
 * - `tls-…`: the connection is open, and the TLS handshake fails. `tls-plaintext`: the port does not speak TLS.
 */
export type TargetFault =
  | "unreadable-url"
  | "not-https"
  | "unresolvable"
  | "forbidden-address"
  | "refused"
  | "silent"
  | "unreachable"
  | "tls-expired"
  | "tls-not-yet-valid"
  | "tls-wrong-name"
  | "tls-untrusted"
  | "tls-plaintext"
  | "tls-failed";

/**
 * How far a connection got. Each `…Ms` is the duration of one step in milliseconds; `null`: the step was not
 * reached.
 */
export interface TargetProbe {
  readonly fault: TargetFault | null;
  /** Host and port, without path, query or credentials; empty when the URL cannot be parsed. */
  readonly host: string;
  /** Number of addresses that the name resolves to. */
  readonly addresses: number;
  readonly nameMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  /** Epoch milliseconds at which the server's certificate expires; `null` without TLS. */
  readonly certificateExpiresAt: number | null;
}

/** Called by the doctor; implemented by a transport that can test a target without sending a request. */
export interface TransportProbe {
  /** Connects under the same guard as `Transport.post`, then closes the connection. Never rejects. */
  probe(url: string, signal: AbortSignal): Promise<TargetProbe>;
}
export const TransportProbe = Symbol.for(
  "@parley/core/TransportProbe",
) as ServiceIdentifier<TransportProbe>;
