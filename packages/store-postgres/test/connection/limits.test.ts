import { expect, it } from "vitest";
import { answerTimeoutMs, limitsOf } from "../../src/connection/limits.ts";

it("a limit that is left out has its default", () => {
  const limits = limitsOf({ writers: 9 });
  expect(limits).toEqual({
    writers: 9,
    readers: 4,
    connectTimeoutMs: 800,
    statementTimeoutMs: 700,
  });
  expect(answerTimeoutMs(limits)).toBe(800);
});

it.each([{ writers: 0 }, { readers: -1 }, { statementTimeoutMs: 0.5 }, { connectTimeoutMs: NaN }])(
  "a limit that is none is refused by its name: %o",
  (limits) => {
    const [name] = Object.keys(limits);
    expect(() => limitsOf(limits)).toThrow(
      expect.objectContaining({
        code: "invalid-option",
        message: expect.stringContaining(`limits.${name}`),
      }),
    );
  },
);
