import { textLimit } from "@parley/core";
import type { Draft } from "../exchange/drafts.ts";
import { allTaken } from "../verdict/ending-words.ts";
import type { Rule } from "./rule.ts";
import { textFinding } from "./text-finding.ts";

interface TextRow {
  readonly id: string;
  readonly played: string;
  readonly text: string;
  readonly altered: "failed" | "warned";
  readonly advice: string;
}

const rows: readonly TextRow[] = [
  {
    id: "text-emoji",
    played: "emoji outside the Basic Multilingual Plane, joined and coloured ones",
    text: "😀 👍🏽 👩‍👩‍👧 🇺🇦 𝒳",
    altered: "failed",
    advice:
      "Store and pass on four-byte UTF-8 (in MySQL utf8mb4), and cut no text within a surrogate pair.",
  },
  {
    id: "text-scripts",
    played: "right-to-left and other scripts, with marks of direction",
    text: "שלום \u{200f}مرحبا\u{200e} 你好 สวัสดี \u{202b}abc\u{202c} привет",
    altered: "failed",
    advice: "Handle text as UTF-8 everywhere.",
  },
  {
    id: "text-lines",
    played: "line breaks of every kind and tabs",
    text: "one\ntwo\r\nthree\tfour\u{2028}five\n\nsix",
    altered: "warned",
    advice: "Keep line breaks: agents write lists and addresses.",
  },
  {
    id: "text-nul",
    played: "U+0000 and other control characters",
    text: "before\u{0}after \u{1}\u{1b}[31m\u{7f}",
    altered: "warned",
    advice:
      "Replace characters that your store cannot hold before you store the text, and acknowledge it.",
  },
  {
    id: "text-markup",
    played: "markup, quotes and templates",
    text: "<script>alert(1)</script> <img src=x onerror=alert(1)> \"'` &amp; {{7*7}} ${7*7} %s '; --",
    altered: "warned",
    advice: "Store text as it came and escape it where it is shown; strip nothing from it.",
  },
];

/** Texts that agents may write (§2.4, ruling 8). */
export const textRules: readonly Rule[] = [
  {
    id: "text-longest",
    played: `a text of ${textLimit} characters of two bytes each`,
    contract: "§2.4",
    play: ({ line, drafts }) =>
      textFinding({
        line,
        text: drafts.marked("ж", textLimit),
        draft: (text) => drafts.text(text),
        send: (draft: Draft) => line.post(draft),
        altered: "failed",
        advice: `Accept ${textLimit} Unicode characters of up to four bytes each.`,
      }),
  },
  ...rows.map(ruleOf),
  {
    id: "text-names",
    played: "texts with a meaning for programs, such as null and 0",
    contract: "§2.4",
    async play({ line, drafts }) {
      const exchanges = [];
      for (const text of ["__proto__", "constructor", "null", "0", "undefined"]) {
        exchanges.push(await line.post(drafts.text(text)));
      }
      return allTaken(exchanges, line, "Treat a text as text only; “0” is not empty.");
    },
  },
];

function ruleOf({ id, played, text, altered, advice }: TextRow): Rule {
  return {
    id,
    played,
    contract: "§2.4",
    play: ({ line, drafts }) =>
      textFinding({
        line,
        text: drafts.marked(text),
        draft: (marked) => drafts.text(marked),
        send: (draft: Draft) => line.post(draft),
        altered,
        advice,
      }),
  };
}
