import { describe, expect, it } from "vitest";
import { plainJson, plainText } from "../../src/output/plain-text.ts";

// Texts that control the terminal or mislead the reader: colours, titles, clipboard, cursor, hidden or reordered text.
const ugly: readonly (readonly [name: string, text: string])[] = [
  ["colour", "\u001b[31mred\u001b[0m"],
  ["title and clipboard", "\u001b]0;gotcha\u0007\u001b]52;c;bHM=\u001b\\"],
  ["C1 controls", "\u009b31m\u0090q\u009c\u0085"],
  ["cursor and bell", "a\b\b\u0007\u000b\u000c\u007f"],
  ["turned text", "abc\u202efed\u2066x\u2069\u200f\u061c"],
  ["NUL and a lone surrogate", "\u0000\ud800"],
  ["line separators", "a\u2028b\u2029c"],
  ["byte order mark", "\ufeffa"],
  ["hidden text", "pay\u200bpal\u00ad\u{e0041}\u2060"],
];
const acts =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

describe("untrusted text on a terminal", () => {
  for (const [name, text] of ugly) {
    it(`keeps nothing that acts: ${name}`, () => {
      expect(acts.test(text)).toBe(true);
      expect(acts.test(plainText(text))).toBe(false);
    });

    it(`is the same value in JSON, and nothing acts: ${name}`, () => {
      const json = plainJson(JSON.stringify({ text }));
      expect(acts.test(json)).toBe(false);
      expect(JSON.parse(json)).toEqual({ text });
    });
  }

  it("is one line, whatever breaks it holds", () => {
    expect(plainText("a\r\nb\nc\rd\te\u2028f")).toBe("a b c d e‹U+2028›f");
  });

  it("is untouched when it is harmless, in any script", () => {
    const text = "Grüße, мир, 世界, שלום, 👩‍👩‍👧‍👦 e\u0301";
    expect(plainText(text)).toBe(text);
  });

  it("keeps the layout of JSON that is printed in lines", () => {
    expect(plainJson('{\n\t"a": 1\r\n}')).toBe('{\n\t"a": 1\r\n}');
  });

  it("lets no JSON be written over by what follows it", () => {
    expect(plainJson('{"ready":false,\r"ready":true}')).toBe('{"ready":false,\n"ready":true}');
  });
});
