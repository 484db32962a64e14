import type { Claim, StateWrite } from "@parley/core";
import type { Check, StoreBench } from "../stores/store-bench.ts";
import { want } from "../want.ts";
import {
  claimMs,
  claimOne,
  dueKeys,
  end,
  get,
  outcome,
  put,
  remove,
  wake,
  write,
} from "./state-bench.ts";

/** The steps of a due call. An interruption may come before each of them, and after the last. */
const steps = ["claim", "renew", "write", "end"] as const;

interface Interruption {
  readonly name: string;
  readonly happen: (bench: StoreBench, conversationId: string) => Promise<unknown>;
  /** Whether it ends a call that has begun. */
  readonly endsCall: boolean;
  /** Whether the entry is due once more after it: a call that began earlier cannot have seen it. */
  readonly isDueAfter: boolean;
  /** Whether there is an entry after it. */
  readonly isKept: boolean;
}

const interruptions: readonly Interruption[] = [
  {
    name: "a wake",
    happen: (bench) => write(bench, [wake("a")]),
    endsCall: false,
    isDueAfter: true,
    isKept: true,
  },
  {
    name: "a put that says nothing of when",
    happen: (bench) => write(bench, [put("a", { value: "news" })]),
    endsCall: true,
    isDueAfter: true,
    isKept: true,
  },
  {
    name: "a put that is due now",
    happen: (bench) => write(bench, [put("a", { value: "news", due: bench.now })]),
    endsCall: true,
    isDueAfter: true,
    isKept: true,
  },
  {
    name: "a deletion",
    happen: (bench) => write(bench, [remove("a")]),
    endsCall: true,
    isDueAfter: false,
    isKept: false,
  },
  {
    name: "an erasure",
    happen: (bench, conversationId) => bench.erase(conversationId),
    endsCall: true,
    isDueAfter: false,
    isKept: false,
  },
];

export function checkInterleavings(check: Check): void {
  for (const interruption of interruptions)
    for (let at = 0; at <= steps.length; at += 1) {
      const place = at < steps.length ? `before the step \`${steps[at]}\`` : "after the last step";
      check(
        `${interruption.name} ${place} of a due call is not lost, and what is stale is refused`,
        (bench) => interrupted(bench, interruption, at),
      );
    }
}

async function interrupted(bench: StoreBench, what: Interruption, at: number): Promise<void> {
  const conversationId = await bench.converse();
  await write(bench, [put("a", { conversationId, due: bench.now })]);
  let claim: Claim | null = null;
  for (const [index, step] of steps.entries()) {
    if (index === at) await what.happen(bench, conversationId);
    const isGone = index >= at && !what.isKept;
    const isStale = index >= at && at > 0 && what.endsCall;
    if (step === "claim") {
      if (isGone) want("nothing is due", await dueKeys(bench), []);
      else claim = await claimOne(bench);
    } else if (claim !== null) {
      const expected = isGone || isStale ? "stale-claim" : true;
      want(`the step ${step}`, await outcome(bench, stepOf(step, claim, bench.now)), expected);
    }
  }
  if (at === steps.length) await what.happen(bench, conversationId);
  want("the entry", (await get(bench, "a")) !== null, what.isKept);
  // An interruption before the claim is seen by the call. A put without an instant, after the end, makes nothing due.
  const isSeen =
    at === 0 || (at === steps.length && what.name === "a put that says nothing of when");
  want("due once more", await dueKeys(bench), what.isDueAfter && !isSeen ? ["a"] : []);
}

function stepOf(step: (typeof steps)[number], claim: Claim, now: number): StateWrite {
  if (step === "renew") return { kind: "renew", claim, until: now + claimMs };
  if (step === "write") return put("thread", { when: { claim } });
  return end(claim, null);
}
