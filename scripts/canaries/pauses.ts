import { type Canary, canary } from "./canary.ts";

const checks = ["simulator", "gateway suite, memory", "store suites, memory"] as const;
const lane = "packages/core/src/model/lane.ts";
const pauses = "packages/core/src/engine/pauses/backend-pauses.ts";
const verdict = "packages/core/src/engine/pauses/paused-verdict.ts";
const reportPriority = "packages/core/src/engine/inbound/report-priority.ts";
const notices = "packages/core/src/engine/inbound/notice-carrier.ts";

/** Bugs in the pauses of agent apps, and in notices of delivered messages. */
export const pauseCanaries: readonly Canary[] = [
  canary(checks, "pause-counted", "a pause counts as an attempt", {
    file: lane,
    find: "const attempt = Math.max(0, progress.attempt - 1);",
    replace: "const attempt = progress.attempt;",
  }),
  canary(checks, "pause-cut-short", "a postponed event comes again after a second", {
    file: verdict,
    find: "due: isOfAll ? oldest : now + forMs,",
    replace: "due: isOfAll ? oldest : now + shortestPauseMs,",
  }),
  canary(checks, "pause-given-up", "an event is given up after some seconds of pauses", {
    file: "packages/core/src/engine/inbound/backend-health.ts",
    find: "const giveUpPausingAfterMs = 24 * 60 * 60 * 1_000;",
    replace: "const giveUpPausingAfterMs = 24 * 60;",
  }),
  canary(checks, "pause-of-one-node", "other nodes do not hear of a pause of the agent app", {
    file: pauses,
    find: "if (!this.#ports.isShared || !this.#isRunning) return;",
    replace: "if (this.#isRunning) return;",
  }),
  canary(checks, "pause-forgotten", "a node that starts forgets the pause of the agent app", {
    file: pauses,
    find: "this.#pause = await this.#stored();",
    replace: "await this.#stored();",
  }),
  canary(checks, "pause-for-good", "the trial after a pause never ends", {
    file: "packages/core/src/model/backend-pause.ts",
    find: "before.until === null || calledAt < before.until) return null;",
    replace: "before.until === null || calledAt > 0) return null;",
  }),
  canary(checks, "ready-unheard", "ready() leaves postponed events where they are", {
    file: pauses,
    find: "const resumed = this.#resumer.resume(conversationId);",
    replace: "const resumed = Promise.resolve();",
  }),
  canary(checks, "all-after-a-pause", "after a pause everything is offered at once", {
    file: "packages/core/src/engine/dispatch/lease-room.ts",
    find: 'this.#level === "few" ? Math.min(fewLeases, capacity) : 0;',
    replace: 'this.#level === "few" ? capacity + 0 * fewLeases : 0;',
  }),
  canary(checks, "oldest-goes-last", "after a pause the event that was postponed goes last", {
    file: verdict,
    find: "due: isOfAll ? oldest",
    replace: "due: isOfAll ? now + forMs + 1",
  }),
  canary(checks, "postponed-said-to-be-new", "an event that was postponed is said to be new", {
    file: "packages/core/src/engine/inbound/call-facts.ts",
    find: "attempt > 1 || pausedSince !== null || wasSentBefore",
    replace: "attempt > 1 || pausedSince === 0 || wasSentBefore",
  }),
  canary(checks, "notice-unwritten", "no notice is stored with a delivered message", {
    file: "packages/core/src/engine/outbound/outbound-carrier.ts",
    find: "return backends.hearsDelivered(tells)\n",
    replace: "return backends.hearsDelivered(tells) && kept === null\n",
  }),
  canary(checks, "notice-beside-report", "a report does not abort a notice that is under way", {
    file: reportPriority,
    find: "    this.#overtake(conversationId);\n    this.#signals.publish",
    replace: "    this.#signals.publish",
  }),
  canary(checks, "report-beside-notice", "a notice does not wait for a report under way", {
    file: notices,
    find: "message === null || reportPriority.isUnderWay(told.conversationId)",
    replace: "message === null",
  }),
  canary(checks, "overtaken-comes-again", "a notice that a report overtook comes again", {
    file: notices,
    find: 'end.outcome === "rejected" || (isCalled && reportPriority.isOvertaken(held))',
    replace: 'end.outcome === "rejected"',
  }),
  canary(checks, "notice-for-good", "a notice that fails is never dropped", {
    file: notices,
    find: "if (failures >= failureLimit) return",
    replace: "if (failures > 100 * failureLimit) return",
  }),
  canary(checks, "memory-resume-too-few", "ready() ends the pause of one conversation alone", {
    file: "packages/core/src/memory/pause-store.ts",
    find: "this.#waiting(backend, now).slice(0, which.limit)",
    replace: "this.#waiting(backend, now).slice(0, Math.min(1, which.limit))",
  }),
];
