import { type Canary, canary } from "./canary.ts";

const checks = [
  "simulator",
  "store suites, memory",
  "gateway suite, memory",
  "several-nodes suite, memory",
] as const;
const folder = "packages/core/src/memory";
const grants = `${folder}/lanes/grants.ts`;
const lanes = `${folder}/lanes/lanes.ts`;
const settle = `${folder}/lanes/settle.ts`;
const store = `${folder}/message-store.ts`;
const identities = `${folder}/identities.ts`;
const slots = `${folder}/lanes/channel-slots.ts`;

/** Bugs in the reference store, which the simulator uses. */
export const memoryCanaries: readonly Canary[] = [
  canary(checks, "memory-token-unchecked", "a settlement's token is not checked", {
    file: settle,
    find: "leasedLane(conversation, kind, settlement.token);",
    replace: "[...conversation.lanes].find((one) => one.kind === kind);",
  }),
  canary(
    checks,
    "memory-attempt-after-socket",
    "the attempt is written with its end, not with the lease",
    {
      file: grants,
      find: "lane.attempt = terms.attempt;",
      replace: "Object.assign(lane, { tried: terms.attempt });",
    },
    {
      file: settle,
      find: "lane.due = verdict.due;",
      replace:
        "lane.due = verdict.due;\n  lane.attempt = (lane as LaneRow & { tried: number }).tried;",
    },
  ),
  canary(checks, "memory-start-unwritten", "the start of a series is not written with the lease", {
    file: grants,
    find: "lane.startedAt = terms.startedAt;",
    replace: "",
  }),
  canary(checks, "memory-tick-from-due", "ticks are derived from due, which a takeover moves", {
    file: grants,
    find: "const terms = grantLease(lane.kind, lane, this.now);",
    replace:
      "const startedAt = lane.startedAt === null ? null : (lane.due ?? 0) - 3_000 * lane.attempt;\n    const terms = grantLease(lane.kind, { attempt: lane.attempt, startedAt }, this.now);",
  }),
  canary(
    checks,
    "memory-follower-overtakes",
    "a follower is let past a head that waits for its tick",
    {
      file: settle,
      find: "lane.memo = verdict.memo;",
      replace: "lane.memo = verdict.memo;\n  lane.queue.push(lane.queue.shift() as DeliveryRow);",
    },
  ),
  canary(checks, "memory-next-head-forgotten", "a settlement leaves the next head without a due", {
    file: lanes,
    find: "  else start(data, grants, lane);",
    replace:
      "  else Object.assign(lane, { attempt: 0, startedAt: null, memo: null, lease: null, due: null });",
  }),
  canary(
    checks,
    "memory-report-afterwards",
    "the report is written outside the failing transaction",
    {
      file: settle,
      find: "    enqueue(data, grants, lane.conversation, {",
      replace: "    void Promise.resolve().then(() => enqueue(data, grants, lane.conversation, {",
    },
    {
      file: settle,
      find: "      acceptedAt: grants.now,\n      messageSequence: null,\n    });",
      replace: "      acceptedAt: grants.now,\n      messageSequence: null,\n    }));",
    },
  ),
  canary(checks, "memory-profile-afterwards", "the profile is merged outside the commit", {
    file: store,
    find: "const appends = batch.appends.map((append) => this.#append(grants, append));",
    replace:
      'const appends = batch.appends.map((append) =>\n      this.#append(grants, append.kind === "inbound" ? { ...append, profile: {} } : append),\n    );\n    void Promise.resolve().then(() => {\n      for (const append of batch.appends) {\n        if (append.kind !== "inbound") continue;\n        for (const row of this.#data.conversations.values()) {\n          const { current } = row;\n          if (current.channelKey !== append.channelKey || current.visitorKey !== append.visitorKey) continue;\n          row.current = { ...current, profile: { ...current.profile, ...append.profile } };\n        }\n      }\n    });',
  }),
  canary(checks, "memory-dead-never-released", "lanes of a crashed owner are not given back", {
    file: store,
    find: 'scope === "own" ? holder === owner : holder !== owner && !this.#isAlive(holder);',
    replace: 'scope === "own" && holder === owner;',
  }),
  canary(checks, "memory-living-owner-robbed", "lanes of an owner that lives are given away", {
    file: store,
    find: "holder !== owner && !this.#isAlive(holder);",
    replace: "holder !== owner;",
  }),
  canary(checks, "memory-never-taken-over", "a lease that has run out is never taken over", {
    file: store,
    find: "(lane.due ?? Infinity) <= now)",
    replace: "lane.lease === null && (lane.due ?? Infinity) <= now)",
  }),
  canary(checks, "memory-takeover-early", "a lease is taken over before it has run out", {
    file: store,
    find: "(lane.due ?? Infinity) <= now)",
    replace: "(lane.due ?? Infinity) <= now + (lane.lease === null ? 0 : 3_000))",
  }),
  canary(checks, "memory-release-keeps-token", "a lease that was given back keeps its token", {
    file: store,
    find: "        lane.lease = null;\n",
    replace: "",
  }),
  canary(checks, "memory-parked-for-good", "a parked lane is never unparked", {
    file: lanes,
    find: '  if (lane.kind === "outbound") startParked(data, grants, lane.conversation.current.channelKey);\n',
    replace: "",
  }),
  canary(checks, "memory-seats-unbounded", "the bound on series per channel is not kept", {
    file: slots,
    find: "if (channel.parked.size === 0 && channel.active < Math.max(1, bound)) {",
    replace: "if (channel.active < Infinity) {",
  }),
  canary(checks, "memory-seat-never-left", "a settled series keeps its slot", {
    file: lanes,
    find: '  if (lane.kind === "outbound") data.slots.leave(lane);\n',
    replace: "",
  }),
  canary(checks, "memory-budget-ignored", "leases are granted past the budget", {
    file: grants,
    find: "if (this.left(lane.kind, lane.backend) > 0) this.#grant(lane);",
    replace: "if (this.left(lane.kind, lane.backend) > -1) this.#grant(lane);",
  }),
  canary(checks, "memory-claim-starves", "a claim leases the newest lanes first", {
    file: store,
    find: "sort(byDue)",
    replace: "sort((a, b) => byDue(b, a))",
  }),
  canary(checks, "memory-memo-lost", "what a series must remember is lost between attempts", {
    file: settle,
    find: "  lane.memo = verdict.memo;\n",
    replace: "",
  }),
  canary(checks, "memory-memo-lost-at-takeover", "a takeover forgets what a series remembers", {
    file: grants,
    find: "const token = ++this.#data.lastToken;",
    replace:
      "const token = ++this.#data.lastToken;\n    if (lane.lease !== null) lane.memo = null;",
  }),
  canary(checks, "memory-newest-parked-first", "the lane that was parked last starts first", {
    file: slots,
    find: "const [oldest] = channel?.parked ?? [];",
    replace: "const oldest = [...(channel?.parked ?? [])].at(-1);",
  }),
  canary(checks, "memory-seat-of-the-erased", "the slot of an erased conversation goes to nobody", {
    file: lanes,
    find: "if (next !== null) next.due = 0;",
    replace: "if (next !== null) next.due = null;",
  }),
  canary(checks, "memory-erased-report-told", "an erased conversation's report is delivered", {
    file: `${folder}/conversation-store.ts`,
    find: "for (const lane of row.lanes.values()) drop(this.#data, lane);",
    replace:
      'for (const lane of row.lanes.values()) if (lane.kind !== "reports") drop(this.#data, lane);',
  }),
  canary(checks, "memory-erased-lane-lives", "an erased conversation's lane is carried on", {
    file: `${folder}/conversation-store.ts`,
    find: "    for (const lane of row.lanes.values()) drop(this.#data, lane);\n",
    replace: "",
  }),
  canary(checks, "memory-repeat-for-good", "a repeat is recognised however late it comes", {
    file: identities,
    find: "earlier !== undefined && isRepeatInTime(earlier.acceptedAt, identity.windowMs, now)",
    replace: "earlier !== undefined",
  }),
  canary(checks, "memory-repeat-stored", "a client's own retry is stored again", {
    file: identities,
    find: "earlier !== undefined && isRepeatInTime(earlier.acceptedAt, identity.windowMs, now)",
    replace: "earlier !== undefined && isRepeatInTime(earlier.acceptedAt, 0, now)",
  }),
  canary(
    checks,
    "memory-taint-forgotten",
    "an id that has carried two contents drops messages again",
    {
      file: identities,
      find: 'data.identities.set(ref, "tainted");',
      replace: "data.identities.delete(ref);",
    },
  ),
  canary(checks, "memory-conversation-doubled", "two first messages make two conversations", {
    file: `${folder}/lanes/append-inbound.ts`,
    find: "data.visitors.get(visitorRef(append.channelKey, append.visitorKey));",
    replace: "undefined as ConversationRow | undefined;",
  }),
  canary(checks, "memory-key-forgotten", "an idempotency key is not kept", {
    file: `${folder}/lanes/append-outbound.ts`,
    find: "if (idempotencyKey !== null) {",
    replace: "if (idempotencyKey === undefined) {",
  }),
  canary(checks, "memory-lane-unbounded", "more than 20 messages wait on one lane", {
    file: `${folder}/lanes/append-outbound.ts`,
    find: "+ parts > waitingLimit;",
    replace: "+ parts > 10 * waitingLimit;",
  }),
];
