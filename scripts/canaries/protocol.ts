import { type Canary, canary } from "./canary.ts";

const checks = ["simulator", "gateway suite, memory", "store suites, memory"] as const;
const schedule = "packages/core/src/model/schedule.ts";
const lane = "packages/core/src/model/lane.ts";
const redelivery = "packages/core/src/engine/outbound/redelivery.ts";

/** Bugs in pure code: ticks, verdicts, texts and ids. */
export const protocolCanaries: readonly Canary[] = [
  canary(checks, "fourth-attempt", "a fourth attempt is made", {
    file: schedule,
    find: "export const attemptLimit = 3;",
    replace: "export const attemptLimit = 4;",
  }),
  canary(checks, "retry-from-the-end", "a retry is measured from the end of an attempt", {
    file: redelivery,
    find: "const due = state.startedAt + tickMs * state.attempt;",
    replace: "const due = now + tickMs;",
  }),
  canary(checks, "retry-at-once", "an attempt that failed early is repeated without its tick", {
    file: redelivery,
    find: "const due = state.startedAt + tickMs * state.attempt;",
    replace: "const due = now;",
  }),
  canary(checks, "report-early", "the error event comes with the third failure, not at 9 s", {
    file: redelivery,
    find: "if (final || (state.attempt >= attemptLimit && now >= due))",
    replace: "if (final || state.attempt >= attemptLimit)",
  }),
  canary(checks, "attempt-after-positive", "a positive answer to a first attempt is not taken", {
    file: redelivery,
    find: 'if (end.kind === "positive") return',
    replace: 'if (end.kind === "positive" && state.attempt > 1) return',
  }),
  canary(checks, "missed-tick-replayed", "a tick that was missed is made up for later", {
    file: lane,
    find: "Math.max(progress.attempt, ticksGone)",
    replace: "progress.attempt",
  }),
  canary(checks, "recipient-as-number", "recipient.id goes out as a JavaScript number", {
    file: "packages/core/src/engine/outbound/outbound-carrier.ts",
    find: 'recipientId: head.recipientId ?? "null",',
    replace: 'recipientId: String(Number(JSON.parse(head.recipientId ?? "null"))),',
  }),
  canary(checks, "recipient-not-frozen", "attempts of one delivery carry the id of the day", {
    file: "packages/core/src/engine/outbound/outbound-carrier.ts",
    find: "function bodyOf({ head }: Lease): string {",
    replace:
      "function bodyOf({ head: frozen, conversation }: Lease): string {\n  const head = { ...frozen, recipientId: conversation.visitorId };",
  }),
  canary(checks, "cut-through-a-pair", "text is cut through a surrogate pair", {
    file: "packages/core/src/protocol/messages/text.ts",
    find: "end += isPairAt(text, end) ? 2 : 1;",
    replace: "end += 1;",
  }),
  canary(
    checks,
    "cut-answer-read",
    "an answer that was cut off on the way is read as a whole one",
    {
      file: "packages/core/src/protocol/answers/answer-body.ts",
      find: "const json = truncated ? null : parseJson(text);",
      replace: "const json = parseJson(text);",
    },
  ),
  canary(checks, "rejection-redelivered", "the failure shape on HTTP 200 is redelivered", {
    file: redelivery,
    find: 'knobs.failureShape === "final";',
    replace: 'knobs.failureShape === ("never" as string);',
  }),
  canary(
    checks,
    "shape-overlooked",
    "the failure shape on HTTP 200 is read as an unusable answer",
    {
      file: "packages/core/src/protocol/answers/acknowledgement.ts",
      find: "if (shape !== null) return shape;",
      replace: "if (shape !== null && status !== 200) return shape;",
    },
  ),
  canary(checks, "description-leaks", "the agent reads the words of a hidden error code", {
    file: redelivery,
    find: "return hiddenErrorCodes.includes(end.code) ? null : (end.description ?? null);",
    replace: "return end.description ?? null;",
  }),
  canary(checks, "repeats-for-a-second-more", "a client's retry counts as one for 61 s", {
    file: schedule,
    find: "export const dedupeWindowMs = 60_000;",
    replace: "export const dedupeWindowMs = 61_000;",
  }),
  canary(checks, "release-forgets-the-start", "a lease that is given back begins its series anew", {
    file: lane,
    find: "return { due: Math.max(now, startedAt + tickMs * progress.attempt), startedAt };",
    replace:
      "return { due: Math.max(now, startedAt + tickMs * progress.attempt), startedAt: null };",
  }),
  canary(
    checks,
    "old-tick-after-a-jump",
    "after a clock was set back, a series waits for its old tick",
    {
      file: lane,
      find: "due: startedAt === lane.startedAt ? due : Math.min(due, now)",
      replace: "due",
    },
  ),
  canary(checks, "report-of-another-time", "a report says that it failed earlier than it did", {
    file: "packages/core/src/engine/dispatch/failed-verdict.ts",
    find: "    failedAt,\n  };",
    replace: "    failedAt: failedAt - 5_000,\n  };",
  }),
  canary(checks, "report-without-words", "a report leaves out what the receiver said", {
    file: "packages/core/src/engine/dispatch/failed-verdict.ts",
    find: "    ...failure,\n    failedAt,",
    replace: "    reason: failure.reason,\n    failedAt,",
  }),
  canary(checks, "profile-replaced", "a profile field that was left out takes the old one away", {
    file: "packages/core/src/protocol/senders/profile.ts",
    find: "return { ...old, ...patch };",
    replace: "return { ...patch };",
  }),
];
