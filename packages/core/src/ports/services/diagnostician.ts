import type { ServiceIdentifier } from "inversify";
import type { Finding } from "../platform/diagnosis.ts";

/** Called by the doctor; implemented by any adapter that can look at itself. Any number may be bound. */
export interface Diagnostician {
  /** Whom a finding names when this one fails or is silent, such as `store-sqlite`. */
  readonly name: string;
  /** Looks, and changes nothing. It has 5 s, then `signal` is aborted; what it throws becomes a finding of its own. */
  diagnose(signal: AbortSignal): Promise<readonly Finding[]>;
}
export const Diagnostician = Symbol.for(
  "@parley/core/Diagnostician",
) as ServiceIdentifier<Diagnostician>;
