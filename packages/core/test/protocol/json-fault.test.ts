import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJson } from "../../src/protocol/json.ts";
import { jsonFault } from "../../src/protocol/json-fault.ts";
import { bytes } from "./bodies.ts";

/** Where V8 says that a text stops being JSON; `null` where it only says what stands there. */
function toldByV8(text: string): { readonly words: string; readonly at: number | null } | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const words = (error as Error).message;
    const at = / JSON at position (\d+)/.exec(words)?.[1];
    return { words, at: at === undefined ? null : Number(at) };
  }
}

/** Index in the text of what jsonFault names. */
function placeIn(text: string, fault: string): number {
  const [, character, line = "1"] = /^character (\d+)(?: of line (\d+))?/.exec(fault) ?? [];
  if (character === undefined) return text.length;
  const lines = text.split(/(?<=\r\n|\r(?!\n)|\n)/);
  const before = lines.slice(0, Number(line) - 1).join("").length;
  return (
    before +
    Array.from(text.slice(before))
      .slice(0, Number(character) - 1)
      .join("").length
  );
}

const fits = (character: number, line?: number) =>
  `character ${character}${line === undefined ? "" : ` of line ${line}`} does not fit there`;
const escaped = ", as line breaks and other control characters are escaped in a string";
const quoted = ", as strings and keys stand in double quotes";

describe("where a text stops being JSON", () => {
  it.each([
    ["", "it is empty"],
    [" \r\n", "it is empty"],
    ["{", "it ends too early"],
    ['{"text":"Hi', "it ends too early"],
    ['{"text":"Hi\\', "it ends too early"],
    ['{"text":tru', "it ends too early"],
    ["[1,-", "it ends too early"],
    ["text=Hi", fits(2)],
    ["NaN", fits(1)],
    ["{'text':1}", `${fits(2)}${quoted}`],
    ["{text:1}", fits(2)],
    ['{"a":1,}', fits(8)],
    ["[1,]", fits(4)],
    ["[01]", fits(3)],
    ["[1.e2]", fits(4)],
    ["[+1]", fits(2)],
    ['{"a" "b"}', fits(6)],
    ['{"a":1 "b":2}', fits(8)],
    ["{} {}", fits(4)],
    ["[1}", fits(3)],
    ["nul1", fits(4)],
    ['["\\x41"]', fits(3)],
    ['["\\u12g4"]', fits(3)],
    ['{"text":"Hi\nthere"}', `${fits(12)}${escaped}`],
    ['{"text":"Hi\u0000"}', `${fits(12)}${escaped}`],
    ['{\n"a": 1,\r\n"b" 2}', fits(5, 3)],
    ["[1,\r\r2,\n\n,]", fits(1, 5)],
    ['["👋👋", x]', fits(8)],
    ["\ufeff{}", fits(1)],
  ])("%j", (text, fault) => {
    expect(jsonFault(text)).toBe(fault);
  });

  it("is looked for in 8,192 characters at most", () => {
    expect(jsonFault(`["${"x".repeat(8_190)}`)).toBe("it ends too early");
    expect(jsonFault(`["${"x".repeat(8_191)}`)).toBeNull();
    const read = readJson(bytes(`["${"x".repeat(8_191)}`));
    expect(!read.ok && read.refusal.message).toBe(
      "The body must be JSON. The message was not delivered.",
    );
  });

  it("is told to its sender, and nothing of what stands there", () => {
    const read = readJson(bytes('{"text":"my secret" nobody}'));
    expect(!read.ok && read.refusal.message).toBe(
      "The body must be JSON, and character 21 does not fit there. The message was not delivered.",
    );
  });

  it("is where V8 sees it, whatever was left out, put in or cut off", () => {
    const damaged = fc
      .tuple(
        fc.json({ maxDepth: 5 }),
        fc.nat(),
        fc.nat(2),
        fc.constantFrom("", ..."{}[],:\"'\\\n0-.e+ tx👋"),
      )
      .map(([json, place, without, instead]) => {
        const at = place % (json.length + 1);
        return json.slice(0, at) + instead + json.slice(at + without);
      });
    fc.assert(
      fc.property(damaged, fc.boolean(), (whole, isCut) => {
        const text = isCut ? whole.slice(0, whole.length >> 1) : whole;
        const told = toldByV8(text);
        if (told === null) return;
        const ours = placeIn(text, jsonFault(text) ?? "");
        const stands = text.slice(ours);
        // Of a wrong escape V8 names what stands behind the backslash.
        if (stands.startsWith("\\"))
          expect(Math.abs((told.at ?? ours) - ours)).toBeLessThan("\\u1234".length);
        else if (told.at === null && stands !== "")
          expect(told.words).toContain(`Unexpected token '${stands.charAt(0)}'`);
        else expect(ours).toBe(told.at ?? text.length);
      }),
      { numRuns: 2_000 },
    );
  });
});
