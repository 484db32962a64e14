import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJson } from "../../src/protocol/json/json.ts";
import {
  readVisitorId,
  type VisitorIdReading,
  visitorIdText,
  visitorKeyOf,
} from "../../src/protocol/senders/visitor-id.ts";
import { refusals } from "../../src/protocol/refusal-table.ts";
import { bytes } from "./bodies.ts";

const read = (json: string): VisitorIdReading => {
  const body = readJson(bytes(`{"id":${json}}`));
  if (!body.ok) throw new Error(body.refusal.message);
  return readVisitorId((body.value as { id?: unknown }).id);
};

const jsonOf = (json: string): string => {
  const reading = read(json);
  if (!reading.ok) throw new Error(reading.refusal.message);
  return reading.json;
};

const codeOf = (reading: VisitorIdReading): number => (reading.ok ? 0 : reading.refusal.code);

describe("sender.id (§2.1, ruling 6)", () => {
  it.each([
    "9007199254740993123456789",
    `-${"9".repeat(254)}`,
    "42",
    "0",
    "-0",
    '"42"',
    '"007"',
    '" "',
  ])("comes out exactly as it went in: %s", (json) => {
    expect(jsonOf(json)).toBe(json);
  });

  it.each(["1.0", "1e2", "1E2", "-1.5", "1e999", "true", "[]", "{}", "[1]"])(
    "is refused when it is neither a string nor an integer: %s",
    (json) => {
      expect(codeOf(read(json))).toBe(refusals.invalidSenderId.code);
    },
  );

  it("is refused, and nothing is delivered, when it is empty, null or missing", () => {
    for (const reading of [read('""'), read("null"), readVisitorId(undefined)]) {
      expect(codeOf(reading)).toBe(refusals.emptySenderId.code);
      expect(!reading.ok && reading.refusal.message).toContain("The message was not delivered.");
    }
  });

  it("has at most 255 characters and is never cut", () => {
    for (const longest of [`"${"x".repeat(255)}"`, `"${"😀".repeat(255)}"`, "9".repeat(255)]) {
      expect(jsonOf(longest)).toBe(longest);
    }
    for (const longer of [
      `"${"x".repeat(256)}"`,
      `"${"😀".repeat(256)}"`,
      "9".repeat(256),
      `-${"9".repeat(255)}`,
    ]) {
      expect(codeOf(read(longer))).toBe(refusals.invalidSenderId.code);
    }
  });

  it('is one visitor as 42 and as "42"', () => {
    expect(visitorKeyOf(jsonOf("42"))).toBe(visitorKeyOf(jsonOf('"42"')));
    expect(visitorIdText(jsonOf("42"))).toBe(visitorIdText(jsonOf('"42"')));
  });

  it("may hold NUL, lone surrogates and quotes: the key is escaped, and the text comes back", () => {
    const id = 'a\0\ud83d"\\\u2028';
    const json = jsonOf(JSON.stringify(id));
    expect(visitorKeyOf(json)).toBe('a\\u0000\\ud83d\\"\\\\\u2028');
    expect(visitorIdText(json)).toBe(id);
  });

  it("gives different strings different keys, and every string its own text back", () => {
    const anyText = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(anyText, anyText, (left, right) => {
        const [a, b] = [String.fromCharCode(...left), String.fromCharCode(...right)];
        const [first, second] = [jsonOf(JSON.stringify(a)), jsonOf(JSON.stringify(b))];
        expect(visitorKeyOf(first) === visitorKeyOf(second)).toBe(a === b);
        expect(visitorIdText(first)).toBe(a);
      }),
    );
  });
});
