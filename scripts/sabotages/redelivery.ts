import type { Sabotage } from "../contract/sabotage.ts";

const file = "packages/core/src/engine/outbound/redelivery.ts";
const schedule = "packages/core/src/model/schedule.ts";
const lane = "packages/core/src/model/lane.ts";

/** Attempts, ticks and reports to the agent (§6, §7, rulings 13 and 15 to 17). */
export const redeliverySabotages: readonly Sabotage[] = [
  {
    id: "ticks-2s",
    file: schedule,
    find: "export const tickMs = 3_000;",
    replace: "export const tickMs = 2_000;",
  },
  {
    id: "attempts-2",
    file: schedule,
    find: "export const attemptLimit = 3;",
    replace: "export const attemptLimit = 2;",
  },
  {
    id: "attempt-without-end",
    file,
    find: "const deadline = startedAt + tickMs * attempt;",
    replace: "const deadline = startedAt + tickMs * attemptLimit;",
  },
  {
    id: "early-failure-hurries",
    file,
    find: "const due = state.startedAt + tickMs * state.attempt;",
    replace: "const due = now;",
  },
  {
    id: "report-early",
    file,
    find: "if (final || (state.attempt >= attemptLimit && now >= due))",
    replace: "if (final || state.attempt >= attemptLimit)",
  },
  {
    id: "positive-overlooked",
    file,
    find: 'if (end.kind === "positive") return',
    replace: 'if (end.kind === "positive" && state.attempt > 1) return',
  },
  {
    id: "shape-knob-turned",
    file,
    find: 'knobs.failureShape === "final";',
    replace: 'knobs.failureShape !== "final";',
  },
  {
    id: "every-answer-final",
    file,
    find: 'end.kind === "failure-shape" && end.status === 200 && knobs',
    replace: 'end.kind !== "failure" && knobs',
  },
  {
    id: "interrupted-unsaid",
    file,
    find: 'reason: "interrupted",',
    replace: 'reason: "timeout",',
  },
  {
    id: "description-of-first",
    file,
    find: 'if (end.kind !== "failure-shape") return',
    replace: 'if (before?.description || end.kind !== "failure-shape") return',
  },
  {
    id: "description-hidden-shown",
    file,
    find: "return hiddenErrorCodes.includes(end.code) ? null : (end.description ?? null);",
    replace: "return end.description ?? null;",
  },
  {
    id: "description-never",
    file,
    find: "return hiddenErrorCodes.includes(end.code) ? null : (end.description ?? null);",
    replace: "return null;",
  },
  {
    id: "ticks-made-up-for",
    file: lane,
    find: "const ticksGone = Math.max(0, Math.floor((now - startedAt) / tickMs));",
    replace: "const ticksGone = 0;",
  },
  {
    id: "clock-forgotten",
    file: lane,
    find: "const startedAt = progress.startedAt ?? now;",
    replace: "const startedAt = now;",
  },
  {
    id: "lease-for-ever",
    file: "packages/core/src/memory/message-store.ts",
    find: "(lane) => (lane.due ?? Infinity) <= now",
    replace: "(lane) => !lane.lease && (lane.due ?? Infinity) <= now",
  },
  {
    id: "arrival-denied-later",
    file,
    find: "if (before !== null && !nothingSent.has(before.reason)) return before.reason;",
    replace: "",
  },
  {
    id: "unsent-as-timeout",
    file: "packages/core/src/engine/outbound/endpoint-client.ts",
    find: 'const end = result.failure === "timeout" && !isWritten ? unreachable : result;',
    replace: "const end = result;",
  },
  {
    id: "report-lost",
    file: "packages/core/src/engine/dispatch/failed-verdict.ts",
    find: "report: JSON.stringify(report), tells, record };",
    replace: "report: null, tells, record };",
  },
  {
    id: "bytes-differ",
    file: "packages/core/src/engine/outbound/outbound-carrier.ts",
    find: "endpoint.post(channel, bodyOf(lease), {",
    replace: 'endpoint.post(channel, bodyOf(lease) + " ".repeat(lease.attempt), {',
  },
  {
    id: "transfer-knob-ignored",
    file: "packages/core/src/engine/outbound/endpoint-client.ts",
    find: "transfer: channel.knobs.transfer,",
    replace: 'transfer: "content-length" as const,',
  },
  {
    id: "transfer-always-chunked",
    file: "packages/core/src/engine/outbound/endpoint-client.ts",
    find: "transfer: channel.knobs.transfer,",
    replace: 'transfer: "chunked" as const,',
  },
];
