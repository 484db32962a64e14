import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJson } from "../../src/protocol/json/json.ts";
import { jsonFault } from "../../src/protocol/json/json-fault.ts";
import { bytes } from "./bodies.ts";

const fits = (character: number, line?: number) =>
  `character ${character}${line === undefined ? "" : ` of line ${line}`} is unexpected`;
const controlled =
  ": a string is not closed, or a control character in it is not escaped (a line break: backslash and n)";
const slashed = ": a backslash in a string must be doubled, unless it begins an escape";
const apostrophe = ": strings and keys must be in double quotes";
const quotes = ": a comma or colon is missing, or a double quote before it is not escaped";

/** Every sentence there is: none has a word of the text. */
const sentence = new RegExp(
  `^(?:it is empty|it ends too early|character [1-9]\\d*(?: of line [2-9]\\d*| of line 1\\d+)? is unexpected(?:${[controlled, slashed, apostrophe, quotes].map(RegExp.escape).join("|")})?)$`,
);

/** Whether a text is JSON, or the beginning of one, for V8. */
function canGoOn(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const at = / JSON at position (\d+)/.exec(message)?.[1];
    return message.startsWith("Unexpected end of JSON") || Number(at) === text.length;
  }
}

/** Index in the text of what the sentence names; the text's length where that is its end. */
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

/** JSON from which something was left out, into which something was put, and which may be cut off. */
const damaged = fc
  .tuple(
    fc.json({ maxDepth: 5 }),
    fc.nat(),
    fc.nat(2),
    fc.constantFrom("", "\\u12", "\\x", "\r\n", ..."{}[],:\"'\\\n\r\0\f0-.e+ tx👋\ud83d"),
    fc.boolean(),
  )
  .map(([json, place, without, instead, isCut]) => {
    const at = place % (json.length + 1);
    const text = json.slice(0, at) + instead + json.slice(at + without);
    return isCut ? text.slice(0, text.length >> 1) : text;
  });

describe("where a text stops being JSON", () => {
  it.each([
    ["", "it is empty"],
    [" \r\n", "it is empty"],
    ["{", "it ends too early"],
    ['{"text":"Hi', "it ends too early"],
    ['{"text":"Hi\\', "it ends too early"],
    ['{"text":"\\u12', "it ends too early"],
    ['{"text":tru', "it ends too early"],
    ["[1,-", "it ends too early"],
    ["text=Hi", fits(2)],
    ["NaN", fits(1)],
    ["{'text':1}", `${fits(2)}${apostrophe}`],
    ["['a']", `${fits(2)}${apostrophe}`],
    ["'{}'", fits(1)],
    ["{}'", fits(3)],
    ['{"n":1\'000}', fits(7)],
    ["{text:1}", fits(2)],
    ['{"a":1,}', fits(8)],
    ["[1,]", fits(4)],
    ["[01]", fits(3)],
    ["[1.e2]", fits(4)],
    ["[1.\n5]", fits(4)],
    ["[+1]", fits(2)],
    ['{"a"="b"}', fits(5)],
    ['{"a" "b"}', `${fits(6)}${quotes}`],
    ['{"a":1 "b":2}', fits(8)],
    ['{"text":"He said "hi""}', `${fits(19)}${quotes}`],
    ['{"text":"27" monitor"}', `${fits(14)}${quotes}`],
    ['["a":1]', fits(5)],
    ["{} {}", fits(4)],
    ["{}\0", fits(3)],
    ["[1}", fits(3)],
    ["nul1", fits(4)],
    ["tru\ne", fits(4)],
    ['["\\x41"]', `${fits(4)}${slashed}`],
    ['["It\\\'s"]', `${fits(6)}${slashed}`],
    ['["\\u12g4"]', `${fits(7)}${slashed}`],
    ['["\\\n"]', `${fits(4)}${controlled}`],
    ['{"text":"Hi\nthere"}', `${fits(12)}${controlled}`],
    ['{"text":"Hi\u0000"}', `${fits(12)}${controlled}`],
    ['{\n"a": 1,\r\n"b" 2}', `${fits(5, 3)}${quotes}`],
    ["[1,\r\r2,\n\n,]", fits(1, 5)],
    ['["👋👋", x]', fits(8)],
    ["\ufeff{}", fits(1)],
  ])("of %j is told", (text, fault) => {
    expect(jsonFault(text)).toBe(fault);
    expect(fault).toMatch(sentence);
  });

  it("is looked for in 8,192 UTF-16 units at most", () => {
    expect(jsonFault(`["${"x".repeat(8_190)}`)).toBe("it ends too early");
    expect(jsonFault(`["${"x".repeat(8_191)}`)).toBeNull();
    const read = readJson(bytes(`["${"x".repeat(8_191)}`));
    expect(!read.ok && read.refusal.message).toBe(
      "The body must be JSON. The message was not delivered.",
    );
  });

  it("stands in the refusal, and nothing of what stands there", () => {
    const read = readJson(bytes('{"text":"my secret" nobody}'));
    expect(!read.ok && read.refusal.message).toBe(
      "The body must be JSON, but character 21 is unexpected: a comma or colon is missing, or a double quote before it is not escaped. The message was not delivered.",
    );
  });

  it("is the first character with which it cannot go on, whatever was left out, put in or cut off", () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const { ok } = readJson(bytes(text.toWellFormed()));
        if (ok) return;
        const fault = jsonFault(text) ?? "";
        expect(fault).toMatch(sentence);
        const at = placeIn(text, fault);
        expect(canGoOn(text.slice(0, at))).toBe(true);
        expect(at === text.length || !canGoOn(text.slice(0, at + 1))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
