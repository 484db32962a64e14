import type { ServiceIdentifier } from "inversify";
import type { Finding } from "../platform/diagnosis.ts";

/** Called by the doctor; implemented by any adapter that can diagnose itself. Any number may be bound. */
export interface Diagnostician {
  /**
   * Name of the adapter, such as `store-sqlite`. A finding uses it when this diagnosis fails or does not answer.
   */
  readonly name: string;
  /** Reads only, changes nothing. After 5 s `signal` is aborted. An error that it throws becomes a finding. */
  diagnose(signal: AbortSignal): Promise<readonly Finding[]>;
}
export const Diagnostician = Symbol.for(
  "@parley/core/Diagnostician",
) as ServiceIdentifier<Diagnostician>;
