import { expect, it } from "vitest";
import { isRepeatInTime } from "../../src/model/repeat-window.ts";

it("a message like an earlier one is its repeat until the window is over, and so far ahead of it (ruling 11)", () => {
  const acceptedAt = 1_000_000;
  for (const [now, isRepeat] of [
    [acceptedAt, true],
    [acceptedAt + 499, true],
    [acceptedAt + 500, false],
    [acceptedAt - 499, true],
    [acceptedAt - 500, false],
  ] as const)
    expect(isRepeatInTime(acceptedAt, 500, now), `at ${now}`).toBe(isRepeat);
});
