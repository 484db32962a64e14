import { type Canary, canary } from "./canary.ts";

const checks = ["simulator", "store suites, memory", "gateway suite, memory"] as const;
const apply = "packages/core/src/state/apply-batch.ts";
const entry = "packages/core/src/state/stored-entry.ts";
const call = "packages/core/src/engine/state/due-call.ts";
const queue = "packages/core/src/engine/state/due-queue.ts";

/** Bugs in the state of plugins and in their due calls. */
export const stateCanaries: readonly Canary[] = [
  canary(checks, "claim-of-another-call", "a write passes under a claim that another call has", {
    file: apply,
    find: "return entry.claim.token === token && entry.claim.until > this.#now;",
    replace: "return token.length > 0 && entry.claim.until > this.#now;",
  }),
  canary(checks, "claim-never-ends", "a write passes under a claim that ran out", {
    file: apply,
    find: "return entry.claim.token === token && entry.claim.until > this.#now;",
    replace: "return entry.claim.token === token;",
  }),
  canary(
    checks,
    "wake-lost-in-a-call",
    "the end of a due call takes away a wake that came during it",
    {
      file: apply,
      find: "{ ...old, due, value, version, failures, claim: null }",
      replace: "{ ...old, due, value, version, failures, claim: null, isWoken: false }",
    },
  ),
  canary(checks, "put-leaves-the-call", "a put from outside leaves the due call its claim", {
    file: apply,
    find: "claim: isOwn ? (old?.claim ?? null) : null,",
    replace: "claim: old?.claim ?? null,",
  }),
  canary(
    checks,
    "interrupted-for-good",
    "an entry whose due call was interrupted is not due again",
    {
      file: apply,
      find: "isWoken: (old?.isWoken ?? false) || (isInterrupted && due === undefined),",
      replace: "isWoken: (old?.isWoken ?? false) && !(isInterrupted && due === undefined),",
    },
  ),
  canary(
    checks,
    "half-a-batch",
    "a batch that is refused is written up to the write that was refused",
    {
      file: apply,
      find: 'if (typeof result === "string") return refused(facts, index, result);',
      replace:
        'if (typeof result === "string") return { answer: { written: false, index, why: result }, changed: draft.changed, usage: draft.usage };',
    },
  ),
  canary(checks, "turn-not-asked", "a write passes under a turn that is another's by now", {
    file: apply,
    find: 'if (when.turn !== undefined && !this.#facts.isCurrent(when.turn)) return "stale-turn";',
    replace: "",
  }),
  canary(checks, "version-again", "a version comes twice when the key was deleted in between", {
    file: apply,
    find: "version: this.usage.lastVersion + 1,",
    replace: "version: (old?.version ?? 0) + 1,",
  }),
  canary(checks, "erased-and-called", "an entry of an erased conversation is called for", {
    file: entry,
    find: "if (isErased) return null;",
    replace: "",
  }),
  canary(checks, "claim-not-renewed", "the claim of a running due call is not renewed", {
    file: call,
    find: "this.#cancelRenewal = this.#ports.timers.after(duePacing.renewMs, () => void this.renew());",
    replace: "this.#cancelRenewal = () => {};",
  }),
  canary(
    checks,
    "called-beside-itself",
    "a due call does not wait for an earlier one that ignores its signal",
    {
      file: queue,
      find: "const earlier = this.#running.get(key)?.settled ?? Promise.resolve();",
      replace: "const earlier = Promise.resolve();",
    },
  ),
  canary(
    checks,
    "lane-beside-itself",
    "a call of the agent app does not wait for an earlier one that ignores its signal",
    {
      file: "packages/core/src/engine/inbound/unsettled-calls.ts",
      find: "return call === undefined || this.#isOver(call) ? null : call.settled;",
      replace: "return null;",
    },
  ),
];
