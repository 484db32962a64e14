import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { emojiFor } from "../../../page/conversations/composer/emoji/emoji-list.ts";
import { LengthCounter } from "../../../page/conversations/composer/length-counter.tsx";
import { messagesIn } from "../../../page/conversations/composer/messages-in.ts";
import { codePointsOf } from "../../../page/conversations/composer/split-text.ts";

const counted = (text: string): string =>
  renderToStaticMarkup(
    createElement(LengthCounter, {
      id: "count",
      length: codePointsOf(text),
      parts: messagesIn(text).length,
    }),
  ).replaceAll(/<[^>]*>/g, "");

describe("the counter of the composer", () => {
  it.each([
    ["😀".repeat(899), ""],
    ["😀".repeat(900), "900 / 1000 100 characters left"],
    ["😀".repeat(1_000), "1000 / 1000 0 characters left"],
    [
      "😀".repeat(1_001),
      "1001 / 1000 One message holds 1000 characters. This text is sent as 2 messages.",
    ],
    [
      "a ".repeat(10_001),
      "20002 / 1000 This is too long to send: it would be more than 20 messages.",
    ],
  ])("counts code points from 900 on", (text, words) => {
    expect(counted(text)).toBe(words);
  });

  it("counts no message for a part that is blank, and cuts no text that is too long", () => {
    expect(messagesIn("")).toEqual([]);
    expect(messagesIn(" \n")).toEqual([]);
    expect(messagesIn(`one${" ".repeat(3_000)}two`).map((part) => part.trim())).toEqual([
      "one",
      "two",
    ]);
    expect(messagesIn(`one${" ".repeat(100_000)}two`).length).toBeGreaterThan(20);
  });
});

describe("the emoji", () => {
  it("are found by the beginning of their words", () => {
    const found = (query: string) => emojiFor(query).map(({ character }) => character);
    expect(found("thumbs up")).toEqual(["👍"]);
    expect(found("PARCEL")).toEqual(["📦"]);
    expect(found("🚀")).toEqual(["🚀"]);
    expect(found("%_'\\")).toEqual([]);
  });

  it("are each one character with a name, once", () => {
    const all = emojiFor("");
    expect(all.length).toBeGreaterThan(150);
    expect(new Set(all.map(({ character }) => character)).size).toBe(all.length);
    const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
    for (const { character, name } of all) {
      expect([...graphemes.segment(character)]).toHaveLength(1);
      expect(name).toMatch(/^[a-z ]+$/);
    }
  });
});
