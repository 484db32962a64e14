import type { ServiceIdentifier } from "inversify";

/**
 * How serious a finding is. `warning`: it works now but may fail soon. `fault`: messages are lost, late or refused.
 */
export type FindingLevel = "ok" | "warning" | "fault";

/** The result of one check. Never holds a secret, a channel secret, visitor text or a receiver's own words. */
export interface Finding {
  /** Name of the check, such as `receiver-tls`; each has one row in `docs/doctor.md`. */
  readonly check: string;
  readonly level: FindingLevel;
  /** Public id of the channel; absent when the finding is about the whole gateway. */
  readonly channelId?: string;
  /** One sentence: the result. */
  readonly message: string;
  /** Advice for the operator; present whenever the level is not `ok`. */
  readonly advice?: string;
}

/** Scope of `Diagnosis.run`. */
export interface DiagnosisOptions {
  /** Checks only this channel, and the gateway as a whole. Absent: all channels. */
  readonly channelId?: string;
  /** Whether to connect to receivers and to send them a `typeout` of an invented visitor, `parley-doctor`. */
  readonly probe: boolean;
}

/** Called by admin surfaces and hosts; implemented by core. */
export interface Diagnosis {
  /**
   * Checks the gateway, its adapters and its channels. Findings of the gateway come first, then channel by channel.
   * Never rejects: a check that cannot run is a finding. When `signal` aborts, it resolves with the findings so
   * far.
   */
  run(options: DiagnosisOptions, signal: AbortSignal): Promise<readonly Finding[]>;
}
export const Diagnosis = Symbol.for("@parley/core/Diagnosis") as ServiceIdentifier<Diagnosis>;
