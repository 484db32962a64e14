import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutText, splitText, textLimit } from "../../src/protocol/messages/text.ts";

const emoji = "😀";

const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0xd700, max: 0xe0ff }), fc.integer({ min: 0, max: 0xffff })))
  .map((units) => String.fromCharCode(...units));

describe("text (§2.4, ruling 8)", () => {
  it("passes 1000 emoji whole and cuts 1001 to 1000", () => {
    expect(cutText(emoji.repeat(1000), textLimit)).toEqual({
      text: emoji.repeat(1000),
      cut: false,
    });
    expect(cutText(emoji.repeat(1001), textLimit)).toEqual({ text: emoji.repeat(1000), cut: true });
  });

  it("never cuts inside a surrogate pair", () => {
    expect(cutText(`a${emoji.repeat(1000)}`, textLimit).text).toBe(`a${emoji.repeat(999)}`);
    expect(cutText(`${emoji.repeat(999)}ab`, textLimit).text).toBe(`${emoji.repeat(999)}a`);
  });

  it("takes the first and the last pair there is for one character each", () => {
    const pairs = "\u{10000}\u{103ff}\u{10fc00}\u{10ffff}";
    expect(cutText(pairs, 3)).toEqual({ text: "\u{10000}\u{103ff}\u{10fc00}", cut: true });
    expect(splitText(pairs, 1)).toEqual(["\u{10000}", "\u{103ff}", "\u{10fc00}", "\u{10ffff}"]);
    expect(splitText("\ue000\ud7ff\uffff", 1)).toEqual(["\ue000", "\ud7ff", "\uffff"]);
  });

  it("makes a lone surrogate U+FFFD, wherever it stands", () => {
    expect(cutText("\ud83da\ude00", 3)).toEqual({ text: "\ufffda\ufffd", cut: false });
    expect(cutText(`${"a".repeat(999)}\ud83d`, 1000).text).toBe(`${"a".repeat(999)}\ufffd`);
  });

  it("is cut to the first code points, well-formed, for any text and limit", () => {
    fc.assert(
      fc.property(anyText, fc.nat(30), (text, limit) => {
        const points = [...text.toWellFormed()];
        const result = cutText(text, limit);
        expect(result.text).toBe(points.slice(0, limit).join(""));
        expect(result.cut).toBe(points.length > limit);
      }),
    );
  });

  it("splits into parts that are full but the last, and joined are the whole", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 9 }), (text, limit) => {
        const parts = splitText(text, limit);
        expect(parts.join("")).toBe(text.toWellFormed());
        expect(parts.slice(0, -1).every((part) => [...part].length === limit)).toBe(true);
        expect([...(parts.at(-1) ?? "")].length).toBeLessThanOrEqual(limit);
      }),
    );
  });
});
