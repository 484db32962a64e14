import type { ServiceIdentifier } from "inversify";
import type { TargetFault } from "./transport-probe.ts";

/**
 * Why `Transport.post` would send nothing to a URL. `unresolvable`: the name of an https URL has no address at the
 * moment. Every other refusal holds until the URL, its addresses or the transport's options change.
 */
export type TargetRefusal = Extract<
  TargetFault,
  "unreadable-url" | "not-https" | "unresolvable" | "forbidden-address"
>;

/**
 * Called by admin surfaces before they store a channel's URL; implemented by a transport that has an address guard
 * (ruling 20).
 */
export interface TargetCheck {
  /**
   * Applies the rules of `Transport.post` to a URL: resolves the name, and opens no connection. `null`: a message may
   * be sent there. Never rejects. When `signal` aborts first, the name counts as `unresolvable`.
   */
  check(url: string, signal: AbortSignal): Promise<TargetRefusal | null>;
}
export const TargetCheck = Symbol.for("@parley/core/TargetCheck") as ServiceIdentifier<TargetCheck>;
