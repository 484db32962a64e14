import type { Finding } from "../../../ports/platform/diagnosis.ts";

/** A finding of level `ok`: no action is needed. */
export function okFinding(check: string, message: string): Finding {
  return { check, level: "ok", message };
}

/** A finding of level `warning`: it works, but may fail soon or for some users. */
export function warningFinding(check: string, message: string, advice: string): Finding {
  return { check, level: "warning", message, advice };
}

/** A finding of level `fault`: messages are lost, late or refused. */
export function faultFinding(check: string, message: string, advice: string): Finding {
  return { check, level: "fault", message, advice };
}

/** The same findings, with the channel's id. */
export function withChannelId(channelId: string, findings: readonly Finding[]): readonly Finding[] {
  return findings.map((finding) => ({ ...finding, channelId }));
}

/** Formats a duration for people, in milliseconds or seconds. */
export function durationText(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
