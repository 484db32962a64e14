import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isolatedText, textPieces, visibleText } from "../../src/text/index.ts";

const turning = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c";
const hiding = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u115f\u3164\u{e0041}\u{e0100}\ufe0f\ufff9";
const controls = "\u0000\u0007\u001b\u007f\u0085\u009f\u000b\u000c\u2028\u2029\ud800";

describe("text of strangers beside text of ours", () => {
  it("shows what turns the direction of writing as a mark", () => {
    expect(visibleText("invoice\u202efdp.exe")).toBe("invoice‹U+202E›fdp.exe");
    expect(visibleText("Ann \u202egpj.exe")).toBe("Ann ‹U+202E›gpj.exe");
  });

  for (const character of `${turning}${hiding}${controls}`) {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    it(`shows U+${code} as a mark, at the start, in Latin words and at the end`, () => {
      const mark = `‹U+${code}›`;
      const joins = /\ufe0f|\u{e0100}/u.test(character);
      // A single selector of a variant behind a letter changes how that letter looks, and hides nothing.
      const expected = joins ? `${mark}a${character}b ${mark}` : `${mark}a${mark}b ${mark}`;
      expect(visibleText(`${character}a${character}b ${character}`)).toBe(expected);
      expect(visibleText(`a${character}${character}`)).toContain(mark);
    });
  }

  it("is untouched when it is harmless, in any script", () => {
    for (const text of [
      "Grüße, мир, 世界, ภาษาไทย e\u0301",
      "שלום עולם",
      "محمد عبد الله",
      // Persian and Indic words hold joiners.
      "می\u200cخواهم",
      "ه\u200d.ق",
      "क्\u200dष र्\u200dय",
      "ශ්\u200dරී ලංකා",
      "നന്\u200d",
      // Emoji of several characters.
      "👩\u200d👩\u200d👧\u200d👦 👩🏽\u200d⚕\ufe0f 🏳\ufe0f\u200d🌈 🏴\u200d☠\ufe0f ❤\ufe0f 1\ufe0f⃣",
      "🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿 🇺🇦",
      "葛\u{e0100}城",
    ]) {
      expect(visibleText(text)).toBe(text);
    }
  });

  it("shows joiners where they join nothing, and selectors and tags that select nothing", () => {
    expect(visibleText("pay\u200dpal")).toBe("pay‹U+200D›pal");
    expect(visibleText("می\u200c\u200cخ")).toBe("می‹U+200C›‹U+200C›خ");
    expect(visibleText("👩\u200da")).toBe("👩‹U+200D›a");
    expect(visibleText("a\ufe0f\ufe0f")).toBe("a\ufe0f‹U+FE0F›");
    expect(visibleText("🏴\u{e0061}")).toBe("🏴‹U+E0061›");
  });

  it("is one line, unless it has a block of its own", () => {
    expect(visibleText("a\r\nb\nc\td")).toBe("a b c d");
    expect(textPieces("a\r\nb\tc\rd", { lines: true })).toEqual([
      { text: "a\nb\tc\nd", isMark: false },
    ]);
  });

  it("is told apart from its marks", () => {
    expect(textPieces("a\u200bb")).toEqual([
      { text: "a", isMark: false },
      { text: "‹U+200B›", isMark: true },
      { text: "b", isMark: false },
    ]);
    expect(textPieces("")).toEqual([]);
  });

  it("cannot end its isolation in plain text", () => {
    expect(isolatedText("a\u2069b\u2067")).toBe("\u2068a‹U+2069›b‹U+2067›\u2069");
  });

  it("keeps no joiner before a selector that becomes a mark", () => {
    expect(visibleText("\u0645\u200c\u180b")).toBe("\u0645‹U+200C›‹U+180B›");
    expect(visibleText("\u180b\u180b")).toBe("‹U+180B›‹U+180B›");
  });

  it("holds no control, whatever it was, and is the same when it is made visible again", () => {
    const some = fc.constantFrom(...turning, ...hiding, ...controls, ..."aא1.م👩");
    fc.assert(
      fc.property(fc.string({ unit: some, maxLength: 40 }), (text) => {
        const shown = visibleText(text);
        expect(shown).not.toMatch(
          /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f]/u,
        );
        expect(visibleText(shown)).toBe(shown);
      }),
    );
  });
});
