import { refusals } from "@parley/core";
import type { LatencySummary, TallyView } from "./tally.ts";

const conditions = new Map(Object.values(refusals).map(({ code, when }) => [String(code), when]));

/** The current counts in one line. */
export function tallyLine(seconds: number, view: TallyView): string {
  const { sent, accepted, refused, lost, inFlight, latencyMs, latenessMs } = view;
  return [
    `${seconds} s`,
    `sent ${sent}`,
    `accepted ${accepted}`,
    `refused ${refused}`,
    `lost ${lost}`,
    `in flight ${inFlight}`,
    `p50 ${msText(latencyMs?.p50)}`,
    `p99 ${msText(latencyMs?.p99)}`,
    `late ${msText(latenessMs?.max)}`,
  ].join("  ");
}

/** All counts for the user, line by line. */
export function tallyLines(view: TallyView): string[] {
  const { sent, accepted, warned, refused, refusedBy, lost, lostBy, inFlight } = view;
  const warnings = warned === 0 ? "" : `, ${warned} of them with warnings`;
  return [
    `sent      ${sent}${inFlight === 0 ? "" : `, ${inFlight} still without answer`}`,
    `accepted  ${accepted}${warnings}`,
    `refused   ${refused}`,
    ...reasonLines(refusedBy),
    `lost      ${lost}`,
    ...reasonLines(lostBy),
    `answered  ${spreadText(view.latencyMs)}`,
    `late by   ${spreadText(view.latenessMs)}`,
  ];
}

function reasonLines(reasons: Readonly<Record<string, number>>): string[] {
  return Object.entries(reasons)
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, count]) => {
      const condition = conditions.get(reason);
      return `            ${count} × ${reason}${condition ? `: ${condition}` : ""}`;
    });
}

function spreadText(spread: LatencySummary | null): string {
  if (spread === null) return "–";
  const { p50, p90, p99, max } = spread;
  return `p50 ${msText(p50)}  p90 ${msText(p90)}  p99 ${msText(p99)}  at most ${msText(max)}`;
}

function msText(ms: number | undefined): string {
  if (ms === undefined) return "–";
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
