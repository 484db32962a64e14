import { describe, expect, it } from "vitest";
import { NumberSource, readJson } from "../../src/protocol/json/json.ts";
import { refusals } from "../../src/protocol/refusal-table.ts";
import { bytes } from "./bodies.ts";

const codeOf = (body: Uint8Array): number | null => {
  const read = readJson(body);
  return read.ok ? null : read.refusal.code;
};

const valueOf = (text: string): unknown => {
  const read = readJson(bytes(text));
  if (!read.ok) throw new Error(read.refusal.message);
  return read.value;
};

const nested = (depth: number, open = "[", close = "]"): string =>
  open.repeat(depth) + close.repeat(depth);

describe("a body (ruling 5)", () => {
  it("is refused when a byte is not UTF-8", () => {
    for (const bad of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xfe, 0xff, 0, 0x7b]]) {
      expect(codeOf(Uint8Array.from([0x22, ...bad, 0x22]))).toBe(refusals.notUtf8.code);
    }
  });

  it("may begin with a byte order mark", () => {
    expect(valueOf("\ufeff{}")).toEqual({});
  });

  it("is refused when it is empty or no JSON", () => {
    for (const text of [
      "",
      " ",
      "{",
      "{'a':1}",
      "a=b",
      "[1,]",
      '{"a":01}',
      "NaN",
      "\ufeff\ufeff{}",
    ]) {
      expect(codeOf(bytes(text))).toBe(refusals.malformedJson.code);
    }
  });

  it("nests 32 levels and no 33rd", () => {
    expect(codeOf(bytes(nested(32)))).toBeNull();
    expect(codeOf(bytes(nested(33)))).toBe(refusals.tooDeep.code);
    expect(codeOf(bytes(`${'{"a":'.repeat(33)}1${"}".repeat(33)}`))).toBe(refusals.tooDeep.code);
    expect(codeOf(bytes(nested(30_000)))).toBe(refusals.tooDeep.code);
    expect(codeOf(bytes(nested(16, '{"a":[', "]}")))).toBeNull();
    expect(codeOf(bytes(nested(17, '{"a":[', "]}")))).toBe(refusals.tooDeep.code);
  });

  it("does not count brackets in strings, nor siblings", () => {
    expect(
      codeOf(bytes(JSON.stringify(["\\".repeat(3), '"[{'.repeat(40), "[".repeat(99)]))),
    ).toBeNull();
    expect(codeOf(bytes(`[${"[],".repeat(99)}{}]`))).toBeNull();
  });

  it("counts the brackets after a string that ends in an escaped backslash", () => {
    expect(codeOf(bytes(`["\\\\",${nested(32)}]`))).toBe(refusals.tooDeep.code);
  });

  it("keeps __proto__ and friends as plain keys", () => {
    const value = valueOf('{"__proto__":{"x":1},"constructor":2,"id":1.5}') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(["__proto__", "constructor", "id"]);
    expect("x" in {}).toBe(false);
  });
});

describe("a number at the key id (ruling 6)", () => {
  it("stays a number up to 15 digits", () => {
    for (const id of [0, 42, -7, 999_999_999_999_999]) {
      expect(valueOf(`{"id":${id}}`)).toEqual({ id });
    }
  });

  it.each(["1234567890123456", "9007199254740993123456789", "1.0", "1e2", "1E2", "-0", "1e999"])(
    "keeps its source text: %s",
    (source) => {
      for (const key of ['"id"', '"\\u0069d"', '"i\\u0064"', '"\\u0069\\u0064"']) {
        expect(valueOf(`{"a":[{${key} :\n ${source}}]}`)).toEqual({
          a: [{ id: new NumberSource(source) }],
        });
      }
    },
  );

  it("stays a number beside one whose source text is kept", () => {
    const ids = [0, 7, -7, 42, -42, 999_999_999_999_999, -999_999_999_999_999];
    const others = ids.map((id) => ({ id }));
    expect(valueOf(`[{"id":1.0},${JSON.stringify(others).slice(1)}`)).toEqual([
      { id: new NumberSource("1.0") },
      ...others,
    ]);
    expect(valueOf('[{"id":1.0},{"id":"7"},{"id":[7]},{"id":null}]')).toEqual([
      { id: new NumberSource("1.0") },
      { id: "7" },
      { id: [7] },
      { id: null },
    ]);
  });

  it("does not change numbers at other keys", () => {
    expect(valueOf('{"id":1.0,"x":1.5,"y":12345678901234567168}')).toEqual({
      id: new NumberSource("1.0"),
      x: 1.5,
      y: 12345678901234567168,
    });
  });
});
