import { hostileTexts } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { visitorCard } from "../../src/index.ts";

const isolated = (text: string) => `\u2068${text}\u2069`;

describe("a visitor's card", () => {
  it("has everything that is known, one fact a line", () => {
    const card = visitorCard({
      id: "42",
      name: "Anna Grün",
      phone: "+49 30 1234",
      email: "anna@shop.example",
      photo: "https://shop.example/anna.png",
      invite: "May I help you?",
      url: "https://shop.example/shoes?size=38",
    });
    expect(card.split("\n")).toEqual([
      `Name: ${isolated("Anna Grün")}`,
      `Phone: ${isolated("+49 30 1234")}`,
      `E-mail: ${isolated("anna@shop.example")}`,
      "Photo: https://shop.example/anna.png",
      `Replies to: ${isolated("May I help you?")}`,
      "Page: https://shop.example/shoes?size=38",
      `Id: ${isolated("42")}`,
    ]);
  });

  it("has the id of somebody who told nothing else", () => {
    expect(visitorCard({ id: "42" })).toBe(`Id: ${isolated("42")}`);
  });

  it.each([...hostileTexts, "javascript:alert(1)", "https://a.example/\nName: Bob"])(
    "keeps its lines with %j everywhere",
    (text) => {
      const card = visitorCard({
        id: text,
        name: text,
        email: text,
        phone: text,
        invite: text,
        url: text,
      });
      const lines = card.split(/[\n\r\u2028\u2029\u0085]/);
      expect(lines.map((line) => line.replace(/\u2068[^\u2068\u2069]*\u2069$/, ""))).toEqual([
        "Name: ",
        "Phone: ",
        "E-mail: ",
        "Replies to: ",
        "Page: ",
        "Id: ",
      ]);
      expect(lines.join()).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
    },
  );

  it("writes a link without characters that could hide or reorder it", () => {
    const card = visitorCard({ id: "1", url: "https://shop.example/\u202Egpj.exe" });
    expect(card).toContain("Page: https://shop.example/%E2%80%AEgpj.exe\n");
  });
});
