import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RecentKey, RecentKeys } from "../../../src/write-behind/recent-keys.ts";

const long = "x".repeat(1_000);
const keys = ["", "a", "b", "ab", "\ud800", `${long}a`, `${long}b`].map((key) =>
  JSON.stringify(key),
);
const conversations = [1, 2, 3];
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("add"),
      key: fc.constantFrom(...keys),
      conversation: fc.constantFrom(...conversations),
      // Other messages of the tail have no key.
      gap: fc.integer({ min: 1, max: 3 }),
    }),
  },
  fc.record({ kind: fc.constantFrom("cut", "takeBack"), back: fc.nat(12) }),
  fc.record({ kind: fc.constant("clear") }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

describe("the idempotency keys of the tail", () => {
  it("take little memory, however long they are", () => {
    const recent = new RecentKeys();
    const key = JSON.stringify(long);
    recent.add({ position: 1, conversation: 1, key, acceptedAt: 1, first: 1, count: 1 });
    expect(recent.find(1, key)?.key.length).toBeLessThan(50);
  });

  it("equal those of a plain list after any additions, rollbacks and cuts", () => {
    for (const groups of [undefined, 3])
      fc.assert(
        fc.property(fc.array(step, { maxLength: 80 }), (steps) => run(steps, groups)),
        { numRuns: 1_000 },
      );
  });
});

/** With few groups, several keys share one. */
function run(steps: readonly Step[], groups: number | undefined): void {
  const recent = new RecentKeys(groups);
  let listed: RecentKey[] = [];
  let last = 0;
  for (const step of steps) {
    if ("key" in step) {
      const { key, conversation, gap } = step;
      last += gap;
      const one = { position: last, conversation, key, acceptedAt: last, first: last, count: 1 };
      recent.add(one);
      listed.push(one);
    } else if ("back" in step) {
      const at = last - step.back;
      recent[step.kind as "cut" | "takeBack"](at);
      listed = listed.filter(({ position }) => (step.kind === "cut") === position > at);
    } else {
      recent.clear();
      listed = [];
    }
    for (const conversation of conversations)
      for (const key of keys)
        expect(recent.find(conversation, key)?.position).toBe(
          listed.findLast((one) => one.conversation === conversation && one.key === key)?.position,
        );
  }
}
