import { defaultBounds } from "@parley/core";
import { checks } from "@parley/conformance/simulator";
import { expect, it } from "vitest";
import { Ledger } from "../../src/simulator/judge/ledger.ts";
import { epoch } from "../../src/simulator/world/life.ts";
import { ended, soundStory } from "./story.ts";

const limits = { entries: 9, bytes: 999 };
const renew = { kind: "renew", claim: { key: "poll", token: "a" }, until: epoch + 99_000 } as const;
const batch = {
  appends: [],
  settlements: [],
  states: [{ instance: "sim", writes: [renew], limits }],
};
const result = {
  appends: [],
  settlements: [],
  states: [{ written: true, versions: [null] }],
  leases: [],
} as const;

function claimedBy(token: string, untilMs: number) {
  const claimed = [{ key: "poll", claim: { token, until: epoch + untilMs } }];
  return { kind: "claimed-due", now: epoch, claimed } as const;
}

/** What is broken when the claim `a` of 12 s is renewed at this instant, and `b` has taken over at 14 s. */
function broken(renewedAt: number, isTakenOver: boolean): readonly string[] {
  const story = soundStory().tell(12_000, claimedBy("a", 16_000));
  if (isTakenOver) story.tell(14_000, claimedBy("b", 18_000));
  const { entries } = ended(story.commit(renewedAt, { batch, result }));
  const plan = { seed: 0, nodes: 1, bounds: defaultBounds, skewMs: 0, channels: [], inputs: [] };
  const run = { plan, entries, ledger: Ledger.of(entries), secrets: ["sesame"] };
  return checks.filter(({ find }) => find(run).length > 0).map(({ name }) => name);
}

it("the check of due calls sees a write under a claim that was lost", () => {
  expect(broken(15_000, false)).toEqual([]);
  expect(broken(15_000, true)).toEqual(["due-calls"]);
  expect(broken(16_000, false)).toEqual(["due-calls"]);
});
