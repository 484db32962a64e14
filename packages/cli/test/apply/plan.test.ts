import { defaultKnobs } from "@parley/core";
import { describe, expect, it } from "vitest";
import { planChanges } from "../../src/apply/plan.ts";

const desired = (id: string, more: object = {}) => ({
  ...defaultKnobs,
  id,
  chatApiUrl: `https://${id}.example`,
  signed: false,
  ...more,
});
const current = (id: string, more: object = {}) => ({ ...desired(id, more), createdAt: 1 });

describe("the way from what is to what a file says", () => {
  it("is empty when they agree, so that a second run changes nothing", () => {
    expect(planChanges([desired("a"), desired("b")], [current("b"), current("a")], true)).toEqual({
      changes: [],
      unchanged: ["a", "b"],
      extra: [],
    });
  });

  it("takes error codes in any order, and more than once, as the same", () => {
    const codes = (hiddenErrorCodes: number[]) => ({ hiddenErrorCodes });
    const plan = planChanges(
      [desired("a", codes([1, 2, 2]))],
      [current("a", codes([2, 1]))],
      false,
    );
    expect(plan.changes).toEqual([]);
    const other = planChanges([desired("a", codes([1]))], [current("a", codes([10]))], false);
    expect(other.changes).toHaveLength(1);
  });

  it("names what changes, from what to what", () => {
    const plan = planChanges(
      [desired("a", { acknowledge: "any-2xx", signed: true })],
      [current("a")],
      false,
    );
    expect(plan.changes).toEqual([
      {
        channel: "a",
        change: "change",
        fields: [
          { name: "acknowledge", from: "result-ok", to: "any-2xx" },
          { name: "signed", from: false, to: true },
        ],
      },
    ]);
  });

  it("adds what is missing with all of its settings", () => {
    const [change] = planChanges([desired("a")], [], false).changes;
    expect(change?.change).toBe("add");
    expect(change?.fields.map(({ name }) => name)).toEqual([
      "chatApiUrl",
      ...Object.keys(defaultKnobs),
      "signed",
    ]);
  });

  it("removes what is not in the file when it may, and otherwise names it", () => {
    expect(planChanges([], [current("old")], true)).toEqual({
      changes: [{ channel: "old", change: "remove", fields: [] }],
      unchanged: [],
      extra: [],
    });
    expect(planChanges([], [current("old")], false)).toEqual({
      changes: [],
      unchanged: [],
      extra: ["old"],
    });
  });
});
