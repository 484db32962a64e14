import type { ServiceIdentifier } from "inversify";

/**
 * Why no request can reach a target.
 * - `not-https`, `unreadable-url`: the URL itself is not permitted.
 * - `unresolvable`: the name has no address; `forbidden-address`: it has, and the address guard says no (ruling 20).
 * - `refused`: nobody listens there; `silent`: no answer in time; `unreachable`: anything else before TLS.
 * - `tls-…`: the connection stands, and TLS does not. `plaintext`: the port does not speak TLS at all.
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

/** How far a connection got, and how long each step took in milliseconds; `null`: it was not come to. */
export interface TargetProbe {
  readonly fault: TargetFault | null;
  /** Host and port, without path, query or credentials; empty when the URL cannot be read. */
  readonly host: string;
  /** How many addresses the name has. */
  readonly addresses: number;
  readonly nameMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  /** Epoch milliseconds at which the server's certificate ends; `null` without TLS. */
  readonly certificateExpiresAt: number | null;
}

/** Called by the doctor; implemented by a transport that can look at a target without sending anything. */
export interface TransportProbe {
  /** Connects, under the same guard as `Transport.post`, and hangs up. Never rejects. */
  probe(url: string, signal: AbortSignal): Promise<TargetProbe>;
}
export const TransportProbe = Symbol.for(
  "@parley/core/TransportProbe",
) as ServiceIdentifier<TransportProbe>;
