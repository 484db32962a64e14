import { describe, expect, it } from "vitest";
import { matchOf, snippetOf } from "../../page/search/snippet.ts";

const shown = (text: string, query: string) =>
  snippetOf(text, query)
    .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join("");

describe("the part of a text that search results show", () => {
  it("marks what was searched for, as it is written", () => {
    expect(shown("The STRASSE and the Straße", "straße")).toBe("The [STRASSE] and the [Straße]");
    expect(shown("cafe\u0301 ﬁsh", "caf\u00e9 fi")).toBe("[cafe\u0301] [ﬁ]sh");
    expect(shown("so\u00adft and soft", "soft")).toBe("[so\u00adft] and [soft]");
    expect(shown("abcabc", "abc ab")).toBe("[abcabc]");
    expect(shown("nothing", "else")).toBe("");
  });

  it("begins near the first match, and never within a character", () => {
    const long = `${"🎉".repeat(40)} needle ${"x".repeat(300)}`;
    const text = shown(long, "needle");
    expect(text).toMatch(/^…(?:🎉)+ \[needle\] x+…$/u);
    expect([...text].length).toBeLessThan(170);
    expect(text.isWellFormed()).toBe(true);
  });

  it("is that of the field which has the words", () => {
    const conversation = { id: "c", channelId: "shop", lastMessageAt: 0 };
    const visitor = { id: "7", name: "Ann", email: "ann@example.org", phone: "12" };
    const message = {
      id: "1",
      direction: "inbound",
      type: "photo",
      state: "delivered",
      at: 0,
    } as const;
    const hit = (more: object) => ({ conversation: { ...conversation, visitor }, ...more });
    expect(matchOf(hit({}), "example")).toBe("ann@example.org");
    expect(matchOf(hit({}), "ann")).toBe("ann@example.org");
    const photo = { ...message, text: "look", file_name: "beach.jpg" };
    expect(matchOf(hit({ message: photo }), "beach")).toBe("beach.jpg");
    expect(matchOf(hit({ message: { ...message } }), "x")).toBeNull();
  });
});
