import { type Canary, canary } from "./canary.ts";

const checks = ["simulator", "gateway suite, memory", "several-nodes suite, memory"] as const;
const outbound = "packages/core/src/engine/outbound/outbound-carrier.ts";
const inbound = "packages/core/src/engine/inbound/inbound-carrier.ts";
const dispatcher = "packages/core/src/engine/dispatch/dispatcher.ts";

/** Bugs in the engine. */
export const engineCanaries: readonly Canary[] = [
  canary(checks, "lease-not-asked", "the lease is not checked in the turn that writes the socket", {
    file: outbound,
    find: "permit: () => watch.check() && held.held && clock.now() < deadline,",
    replace: "permit: () => true,",
  }),
  canary(checks, "pause-not-noticed", "a pause longer than a lease is not noticed", {
    file: "packages/core/src/engine/dispatch/stall-detector.ts",
    find: "if (gapMs <= gapLimitMs) return true;",
    replace: "if (gapMs >= 0) return true;",
  }),
  canary(checks, "store-call-counted", "a slow commit of a store in this process is a standstill", {
    file: "packages/core/src/engine/commit/local-commit-queue.ts",
    find: "new StoreCalls(ports, () => ports.watch.restart())",
    replace: "new StoreCalls(ports, () => {})",
  }),
  canary(
    ["gateway suite, PostgreSQL, a standstill"],
    "pause-in-a-call",
    "a pause in a call of a store elsewhere is not noticed",
    {
      file: "packages/core/src/engine/commit/remote-commit-queue.ts",
      find: "new StoreCalls(ports, () => {})",
      replace: "new StoreCalls(ports, () => ports.watch.restart())",
    },
  ),
  canary(checks, "accepted-before-commit", "200 is answered before the commit", {
    file: "packages/core/src/engine/inbound/inbox.ts",
    find: "result = await this.#ports.queue.append(this.#appendOf(pass, read));",
    replace:
      "void this.#ports.queue.append(this.#appendOf(pass, read)).catch(() => {});\n      return { accepted: true, warnings: [] };",
  }),
  canary(checks, "failed-commit-accepted", "200 is answered after a commit that failed", {
    file: "packages/core/src/engine/inbound/inbox.ts",
    find: "result = storeRefusal(error);",
    replace: "return { accepted: true, warnings: [] };",
  }),
  canary(checks, "sent-before-commit", "an agent's message counts as sent after a failed commit", {
    file: "packages/core/src/engine/commit/local-commit-queue.ts",
    find: "rejectAll(appends, error);",
    replace:
      'for (const { resolve } of appends) resolve({ status: "stored", conversationId: "", sequences: [1], created: false });',
  }),
  canary(
    checks,
    "sent-before-remote-commit",
    "an agent's message counts as sent after a failed commit of a store elsewhere",
    {
      file: "packages/core/src/engine/commit/remote-commit-queue.ts",
      find: "rejectAll(appends, error);",
      replace:
        'for (const { resolve } of appends) resolve({ status: "stored", conversationId: "", sequences: [1], created: false });',
    },
  ),
  canary(checks, "verdict-forgotten", "a verdict that the store did not take is forgotten", {
    file: "packages/core/src/engine/commit/settler.ts",
    find: 'if (this.#closed) return "dropped";',
    replace: 'if (!this.#closed) return "dropped";',
  }),
  canary(checks, "failure-not-told", "a series without a tick left ends as delivered", {
    file: outbound,
    find: 'if (plan.kind === "expire") return this.#failed(lease, series, expiredFailure(series.memo));',
    replace: 'if (plan.kind === "expire") return { kind: "delivered", record: null };',
  }),
  canary(checks, "failed-without-report", "a delivery fails and no report is written with it", {
    file: "packages/core/src/engine/dispatch/failed-verdict.ts",
    find: 'return { kind: "failed", failure, report: JSON.stringify(report), tells, record };',
    replace:
      'return { kind: "failed", failure, report: direction === "outbound" ? null : JSON.stringify(report), record };',
  }),
  canary(checks, "dead-letter-unsaid", "a dead letter is set aside without a notice", {
    file: inbound,
    find: 'return failedVerdict(lease, "inbound", failure, clock.now(), writeRecord(attempts));',
    replace:
      'return { ...failedVerdict(lease, "inbound", failure, clock.now(), writeRecord(attempts)), report: null } as Verdict;',
  }),
  canary(checks, "backend-given-up", "an event is given up while the backend takes nothing", {
    file: "packages/core/src/engine/inbound/backend-health.ts",
    find: "    lastAt !== null &&",
    replace: "    lastAt === null ||",
  }),
  canary(
    checks,
    "outage-counted",
    "what failed during an outage counts against an event after it",
    {
      file: "packages/core/src/engine/inbound/backend-health.ts",
      find: "now - Math.max(event.startedAt, since) >= giveUpAfterMs",
      replace: "now - event.startedAt >= giveUpAfterMs",
    },
  ),
  canary(checks, "report-again", "a report that was taken is given again", {
    file: "packages/core/src/engine/inbound/report-carrier.ts",
    find: 'if (end.outcome === "taken") return { kind: "delivered", record: null };',
    replace:
      'if (end.outcome === "taken" && lease.attempt > 1) return { kind: "delivered", record: null };',
  }),
  canary(checks, "overloaded-for-good", "what was stored counts as waiting for the store", {
    file: "packages/core/src/engine/commit/batcher.ts",
    find: "for (const { item } of appends) this.#appendUnits -= unitsOf(item);",
    replace: "",
  }),
  canary(checks, "standstill-keeps-leases", "a node that stood still keeps its leases", {
    file: dispatcher,
    find: "const leases = book.dropAll();",
    replace: "const leases = 0;",
  }),
  canary(
    checks,
    "channel-known-by-id",
    "a removed channel's messages go to the next one of its id",
    {
      file: "packages/core/src/engine/channels/channel-reader.ts",
      find: "return fresh.key === key ? fresh : null;",
      replace: "return fresh;",
    },
  ),
  canary(checks, "drain-cuts-off", "a node that stops does not wait for what is in flight", {
    file: dispatcher,
    find: "const settled = queue.idle().then(() => this.#allSettled());",
    replace: "const settled = Promise.resolve();",
  }),
  canary(checks, "dead-owners-kept", "a start leaves a crashed owner's lanes where they are", {
    file: dispatcher,
    find: 'await queue.release("dead");',
    replace: "",
  }),
  canary(
    checks,
    "silent-backend-waited-for",
    "a backend that never answers holds its lane for good",
    {
      file: "packages/core/src/engine/inbound/backend-caller.ts",
      find: "await scope.inTime(asked, failed)",
      replace: "await asked",
    },
  ),
];
