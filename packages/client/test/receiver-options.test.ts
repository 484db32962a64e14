import { describe, expect, it } from "vitest";
import { createReceiver, ParleyClientError, rememberInMemory } from "../src/index.ts";

/** What was wrong with options that no compiler has seen. */
function complaint(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    if (ParleyClientError.is(error) && error.reason === "invalid-argument") return error.message;
    throw error;
  }
  return "nothing was wrong";
}

const secret = `whsec_${"A".repeat(44)}`;
const receiver = (options: object) => createReceiver({ onMessage: () => {}, ...options });

describe("secrets", () => {
  it.each([
    ["a variable that is not set", process.env["PARLEY_NO_SUCH_VARIABLE"]],
    ["an empty text", ""],
    ["null", null],
    ["a number", 7],
    ["an object", { 0: secret, length: 1 }],
    ["an empty list", []],
    ["a list with an empty text", [secret, ""]],
    ["a list with a variable that is not set", [secret, undefined]],
    ["a list in a list", [[secret]]],
  ])("are never mistaken for none: %s", (_name, secrets) => {
    const told = complaint(() => receiver({ secrets }));
    expect(told).toMatch(/^secrets: /);
    expect(told).toContain("leave it out to take unsigned requests");
    expect(told).not.toContain(secret);
  });

  it("are one key or several, or left out", () => {
    for (const options of [{ secrets: secret }, { secrets: [secret, secret] }, {}])
      expect(complaint(() => receiver(options))).toBe("nothing was wrong");
  });
});

describe("a limit", () => {
  const none = [0, -1, Number.NaN, Number.POSITIVE_INFINITY, "300", null];

  it.each(none)("is a number that limits: not %j", (value) => {
    for (const name of ["toleranceSeconds", "limitBytes"] as const)
      for (const secrets of [{}, { secrets: secret }])
        expect(complaint(() => receiver({ [name]: value, ...secrets }))).toBe(
          `${name}: A number greater than 0 is expected.`,
        );
    expect(complaint(() => rememberInMemory(value as number))).toBe(
      "limit: A number greater than 0 is expected.",
    );
  });

  it("may be left to the receiver", () => {
    const options = { toleranceSeconds: undefined, limitBytes: undefined };
    expect(complaint(() => receiver(options))).toBe("nothing was wrong");
    expect(complaint(() => rememberInMemory(undefined))).toBe("nothing was wrong");
  });
});
