import type { ServiceIdentifier } from "inversify";

/** How grave a finding is. `warning`: it works, and may not for long; `fault`: messages are lost, late or refused. */
export type FindingLevel = "ok" | "warning" | "fault";

/** One thing that was looked at. Never holds a secret, a random string, visitor text or a receiver's own words. */
export interface Finding {
  /** What was looked at, such as `receiver-tls`; one row each in `docs/doctor.md`. */
  readonly check: string;
  readonly level: FindingLevel;
  /** Public id of the channel that it is about; absent: the whole gateway. */
  readonly channelId?: string;
  /** One sentence: what was found. */
  readonly message: string;
  /** What to do about it; there whenever the level is not `ok`. */
  readonly advice?: string;
}

/** What `Diagnosis.run` looks at. */
export interface DiagnosisOptions {
  /** This channel alone, and the gateway as a whole; absent: all channels. */
  readonly channelId?: string;
  /** Whether receivers are connected to and sent a `typeout` of a made-up visitor, `parley-doctor`. */
  readonly probe: boolean;
}

/** Called by admin surfaces and hosts; implemented by core. */
export interface Diagnosis {
  /**
   * Looks at the gateway, its fittings and its channels. Never rejects: what cannot be looked at is a finding. Once
   * `signal` is aborted it ends with what was found so far. Findings of the gateway first, then channel by channel.
   */
  run(options: DiagnosisOptions, signal: AbortSignal): Promise<readonly Finding[]>;
}
export const Diagnosis = Symbol.for("@parley/core/Diagnosis") as ServiceIdentifier<Diagnosis>;
