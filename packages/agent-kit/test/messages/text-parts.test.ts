import { hostileTexts } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { textParts } from "../../src/index.ts";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const graphemesOf = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment);

const family = "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}";
const texts = [
  ...hostileTexts,
  hostileTexts.join("\n"),
  family.repeat(200),
  "e\u0301".repeat(700),
  "\u{1F1E9}\u{1F1EA}".repeat(300),
  "สวัสดีครับยินดีต้อนรับสู่ร้านของเรา".repeat(20),
  "a\r\n".repeat(300),
  " \u0301".repeat(300),
  `${"word ".repeat(400)}end`,
  "x".repeat(1_000),
  "\ud800".repeat(50),
];

describe("a text in parts", () => {
  it.each([10, 50, 64, 160])("is whole, and each part at most %i long", (limit) => {
    for (const text of texts) {
      const parts = textParts(text, limit);
      expect(parts.join("").replaceAll(/\s/g, "")).toBe(text.toWellFormed().replaceAll(/\s/g, ""));
      expect(parts.filter((part) => part.length > limit || !part.isWellFormed())).toEqual([]);
    }
  });

  it.each([10, 50, 160])("has parts of at most %i bytes, if the app counts these", (limit) => {
    for (const text of texts) {
      const parts = textParts(text, limit, { unit: "bytes" });
      expect(parts.join("").replaceAll(/\s/g, "")).toBe(text.toWellFormed().replaceAll(/\s/g, ""));
      const sizes = parts.map((part) => Buffer.byteLength(part));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
    }
  });

  it("is never parted inside a visible character that fits", () => {
    for (const text of texts) {
      const parts = textParts(text, 64);
      const visible = graphemesOf(text.toWellFormed()).filter((one) => one.trim() !== "");
      expect(parts.flatMap(graphemesOf).filter((one) => one.trim() !== "")).toEqual(visible);
    }
  });

  it("is parted inside a visible character that does not fit, but between code points", () => {
    const stacked = `a${"\u0301".repeat(20)}`;
    expect(textParts(stacked, 8).map((part) => part.length)).toEqual([8, 8, 5]);
    expect(textParts("\u{1F600}".repeat(3), 5)).toEqual(["\u{1F600}\u{1F600}", "\u{1F600}"]);
    expect(textParts(family, 4).join("")).toBe(family);
    expect(textParts(`ab${family}`, family.length + 1)).toEqual(["ab", family]);
  });

  it("is parted after a line, else after a word", () => {
    expect(textParts("First line.\nSecond line.", 16)).toEqual(["First line.\n", "Second line."]);
    expect(textParts("one two three four", 10)).toEqual(["one two ", "three four"]);
    expect(textParts("a\nlong words come here", 18)).toEqual(["a\nlong words come ", "here"]);
    expect(textParts("exactly ten", 11)).toEqual(["exactly ten"]);
  });

  it("is parted between words of a script without spaces", () => {
    const [first = "", second = ""] = textParts("สวัสดีครับยินดี", 11);
    expect([first, second]).toEqual(["สวัสดีครับ", "ยินดี"]);
  });

  it("keeps a text that fits as it is, blank ones too", () => {
    for (const text of ["", " ", "short", "x".repeat(100)])
      expect(textParts(text, 100)).toEqual([text]);
  });

  it("has no blank part, which apps refuse", () => {
    const parts = textParts(`a${" ".repeat(1_000)}b${"\n".repeat(50)}`, 20);
    expect(parts.filter((part) => part.trim() === "")).toEqual([]);
    expect(parts.join("").replaceAll(/\s/g, "")).toBe("ab");
    expect(textParts(" ".repeat(100), 20)).toEqual([" ".repeat(20)]);
  });

  it.each([3, 0, -1, Number.NaN])("takes no limit of %d", (limit) => {
    expect(() => textParts("text", limit)).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});
