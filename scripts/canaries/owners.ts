import { type Canary, canary } from "./canary.ts";

const checks = ["simulator", "store suites, memory"] as const;
const change = "packages/core/src/owners/change-owner.ts";
const maySend = "packages/core/src/owners/may-send.ts";
const lanes = "packages/core/src/memory/lanes/lanes.ts";
const service = "packages/core/src/engine/owners/owner-service.ts";
const answers = "packages/core/src/engine/backends/backend-answers.ts";
const carrier = "packages/core/src/engine/backends/owner-change-carrier.ts";
const typing = "packages/core/src/engine/typing/outbound-typing.ts";

/** Bugs in who owns a conversation, and in several agent apps beside each other. */
export const ownerCanaries: readonly Canary[] = [
  canary(checks, "send-fence-uncompared", "a message under an old fence is stored", {
    file: maySend,
    find: "return isOwner && (by.fence === null || by.fence === fence);",
    replace: "return isOwner && (by.fence === null || fence >= 0);",
  }),
  canary(checks, "anybody-sends", "an agent app writes in a conversation of another one", {
    file: maySend,
    find: "backend !== null && by.backends.includes(backend)",
    replace: "backend !== null && by.backends.length > 0",
  }),
  canary(checks, "change-fence-uncompared", "a change of owner under an old fence is stored", {
    file: change,
    find: 'if (append.fence !== owner.fence) return "stale-fence";',
    replace: 'if (append.fence > owner.fence + 9) return "stale-fence";',
  }),
  canary(checks, "chosen-under-the-old-fence", "a new choice of an owner raises no fence", {
    file: change,
    find: "const fence = owner.fence + 1;",
    replace: "const fence = owner.fence;",
  }),
  canary(checks, "assignee-raises-the-fence", "a change of the assignee alone raises the fence", {
    file: change,
    find: "Number(isNewBackend)",
    replace: "1",
  }),
  canary(
    checks,
    "lease-survives-its-owner",
    "a change of owner leaves the old owner its lease",
    {
      file: lanes,
      find: "  if (old !== null) forget(data, old);",
      replace: "  const kept = old?.lease ?? null;\n  if (old !== null) forget(data, old);",
    },
    {
      file: lanes,
      find: "  lane.ownerChange = ownerChange;\n  start(data, grants, lane);",
      replace:
        "  lane.ownerChange = ownerChange;\n  if (kept === null) start(data, grants, lane);\n  else Object.assign(lane, { lease: kept, attempt: 1, startedAt: grants.now, due: grants.now + 11_000 });",
    },
  ),
  canary(checks, "told-behind-events", "a new owner gets the events that wait without the change", {
    file: lanes,
    find: "  lane.ownerChange = ownerChange;\n",
    replace: "  lane.ownerChange = queue.length === 0 ? ownerChange : null;\n",
  }),
  canary(checks, "history-unwritten", "a change of owner is missing in the history", {
    file: "packages/core/src/memory/lanes/append-owner.ts",
    find: "  conversation.ownerChanges.push(changed.change);\n",
    replace: "",
  }),
  canary(checks, "change-dropped", "a change of owner that an agent app rejects is dropped", {
    file: carrier,
    find: 'if (end.outcome === "taken") return',
    replace: 'if (end.outcome === "taken" || end.outcome === "rejected") return',
  }),
  canary(checks, "old-owner-untold", "the old owner hears nothing of a change", {
    file: service,
    find: "tellsOld: from !== null && this.#rules.listens(from),",
    replace: "tellsOld: from === null && this.#rules.listens(to ?? ifWaiting),",
  }),
  canary(checks, "old-call-goes-on", "a change of owner aborts no call to the old one", {
    file: service,
    find: "    this.#ports.book.dropEvents(conversationId, fence);\n",
    replace: "",
  }),
  canary(
    ["router, core"],
    "new-call-aborted",
    "a change of owner aborts the first call to the new one too",
    {
      file: "packages/core/src/engine/dispatch/lease-book.ts",
      find: "if (isOf && conversation.owner.fence <= fence && one.held) one.drop();",
      replace: "if (isOf && conversation.owner.fence <= fence + 1 && one.held) one.drop();",
    },
  ),
  canary(checks, "event-of-the-first-fence", "events do not carry the new fence", {
    file: "packages/core/src/engine/inbound/inbound-carrier.ts",
    find: "fence: conversation.owner.fence,",
    replace: "fence: Math.min(0, conversation.owner.fence),",
  }),
  canary(checks, "back-and-said-to-be-new", "an owner that is back is told of a repeat as new", {
    file: "packages/core/src/engine/inbound/call-facts.ts",
    find: "conversation.owner.fence > 1;",
    replace: "conversation.owner.fence > 99;",
  }),
  canary(checks, "report-to-the-owner", "a failure is reported to the owner, not to who sent", {
    file: "packages/core/src/engine/backends/connected-backends.ts",
    find: "if (backend !== defaultBackend || this.#byName.has(backend)) return backend;",
    replace: "if (conversation.owner.backend === null) return backend;",
  }),
  canary(
    checks,
    "typing-of-anybody",
    "typing of an agent app that does not own is sent",
    {
      file: typing,
      find: "|| !isOwnedBy(conversation.owner, backends)) return true;",
      replace: "&& !isOwnedBy(conversation.owner, backends)) return true;",
    },
    {
      file: "packages/core/src/engine/typing/owned-typing.ts",
      find: "if (isOwner) typed?.();",
      replace: "if (isOwner || typed !== undefined) typed?.();",
    },
  ),
  canary(checks, "erasure-unheard", "agent apps do not hear of erasures", {
    file: "packages/core/src/owners/ever-owners.ts",
    find: "flatMap(({ backend }) => backend ?? [])",
    replace: 'flatMap(({ backend }) => (backend === "" ? backend : []))',
  }),
  canary(
    checks,
    "health-of-all",
    "what one agent app takes counts for the health of another",
    {
      file: "packages/core/src/engine/inbound/backend-caller.ts",
      find: "  readonly health = new BackendHealth();",
      replace: "  readonly health = healthOfAll;",
    },
    {
      file: "packages/core/src/engine/inbound/backend-caller.ts",
      find: "interface BackendCallerPorts {",
      replace: "const healthOfAll = new BackendHealth();\n\ninterface BackendCallerPorts {",
    },
  ),
  canary(
    ["owners, core", "simulator"],
    "fail-over-of-one-node",
    "a node that alone has no answers moves conversations",
    {
      file: answers,
      find: "    await this.#read();\n    return isDownFor(this.#known, forMs, clock.now());",
      replace: "    return isDownFor(this.#known, forMs, clock.now());",
    },
    {
      file: answers,
      find: "    this.#known = afterAll(this.#changes, stored);",
      replace:
        "    this.#known = this.#known.failingSince === null ? afterAll(this.#changes, stored) : this.#known;",
    },
  ),
  canary(
    ["owners, core", "simulator"],
    "answers-unwritten-count-not",
    "answers of another node that it did not write do not hold up a fail-over",
    {
      file: answers,
      find: "const since = isAnswered ? Math.max(failingSince, answeredAt + knownMs) : failingSince;",
      replace: "const since = isAnswered ? Math.max(failingSince, answeredAt) : failingSince;",
    },
  ),
];
