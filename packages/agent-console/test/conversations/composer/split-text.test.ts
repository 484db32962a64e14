import { describe, expect, it } from "vitest";
import { codePointsOf, splitAtWords } from "../../../page/conversations/composer/split-text.ts";

describe("a text over the limit is split into parts", () => {
  it.each([
    ["fits", "one two", 7, ["one two"]],
    ["is empty", "", 7, [""]],
    ["has spaces", "one two three", 8, ["one two ", "three"]],
    ["has a space just at the limit", "one two three", 7, ["one ", "two ", "three"]],
    ["has lines", "one\ntwo\nthree", 9, ["one\ntwo\n", "three"]],
    ["has an address", "see https://shop.example/a-b", 24, ["see ", "https://shop.example/a-b"]],
    ["has a word over the limit", "an elevenstrings", 6, ["an ", "eleven", "string", "s"]],
    ["has no spaces", "我们今天下午去商店买东西", 5, ["我们今天", "下午去商店", "买东西"]],
    ["has a family at the limit", "ab👨‍👩‍👧cd", 6, ["ab", "👨‍👩‍👧", "cd"]],
    ["has accents at the limit", "abcde\u0301f", 5, ["abcd", "e\u0301f"]],
    ["counts in code points", "😀😀😀 😀😀", 4, ["😀😀😀 ", "😀😀"]],
    [
      "has a grapheme over the limit",
      "e\u0301\u0301\u0301\u0301",
      3,
      ["e\u0301\u0301", "\u0301\u0301"],
    ],
  ])("that %s", (_, text, limit, parts) => {
    expect(splitAtWords(text, limit)).toEqual(parts);
  });

  it("that give it again when they are joined, whatever it holds, each within the limit", () => {
    const pieces = [
      "word",
      " ",
      "\n",
      "\t ",
      "👨‍👩‍👧",
      "e\u0301",
      "\u0301",
      "我们",
      "\ud83d",
      "🇵🇱",
      "لا",
      "a-b.c",
    ];
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    for (let run = 0; run < 500; run += 1) {
      const text = Array.from({ length: 1 + next(30) }, () => pieces[next(pieces.length)]).join("");
      const limit = 1 + next(20);
      const parts = splitAtWords(text, limit);
      expect(parts.join("")).toBe(text);
      expect(parts).not.toContain("");
      expect(parts.filter((part) => codePointsOf(part) > limit)).toEqual([]);
    }
  });
});
