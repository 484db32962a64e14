import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RecentKey, RecentKeys } from "../src/recent-keys.ts";

const keys = ["", "a", "b", "ab", "\ud800", "a\u0000"];
const conversations = [1, 2, 3];
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("add"),
      key: fc.constantFrom(...keys),
      conversation: fc.constantFrom(...conversations),
      // Others of the tail have no key.
      gap: fc.integer({ min: 1, max: 3 }),
    }),
  },
  fc.record({ kind: fc.constantFrom("cut", "takeBack"), back: fc.nat(12) }),
  fc.record({ kind: fc.constant("clear") }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

describe("what the tail has of idempotency keys", () => {
  it("is what a list of it would tell, whatever is added, taken back or cut", () => {
    fc.assert(fc.property(fc.array(step, { maxLength: 80 }), run), { numRuns: 2_000 });
  });
});

function run(steps: readonly Step[]): void {
  const recent = new RecentKeys();
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
        expect(recent.find(conversation, key)).toEqual(
          listed.findLast((one) => one.conversation === conversation && one.key === key),
        );
  }
}
