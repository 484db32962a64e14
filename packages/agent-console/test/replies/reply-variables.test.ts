import { describe, expect, it } from "vitest";
import { matchingReplies, typedShortcut } from "../../page/replies/reply-search.ts";
import { filledIn, unknownVariables } from "../../page/replies/reply-variables.ts";

const values = { "visitor.name": "Mina", "agent.name": "Ada", channel: "shop" };
const nameless = { ...values, "visitor.name": "" };

describe("the variables of a canned reply", () => {
  it.each([
    [
      "Hello {{visitor.name}}, I am {{ Agent.Name }} of {{channel}}.",
      "Hello Mina, I am Ada of shop.",
    ],
    ["Hello {{visitor.name|dear customer}}!", "Hello Mina!"],
    ["{{visitor.phone}} {{ }} {visitor.name}", "{{visitor.phone}} {{ }} {visitor.name}"],
    ["$& $1 {{visitor.name}}", "$& $1 Mina"],
  ])("%j becomes %j", (text, filled) => {
    expect(filledIn(text, values)).toBe(filled);
  });

  it("for a visitor without a name are left out, or replaced by the text that stands for them", () => {
    expect(filledIn("Hello {{visitor.name}}, how are you?", nameless)).toBe("Hello, how are you?");
    expect(filledIn("Hello {{visitor.name| dear customer }}!", nameless)).toBe(
      "Hello dear customer!",
    );
    expect(filledIn("{{visitor.name}}", nameless)).toBe("");
  });

  it("take no line break, invisible character or variable from a visitor's name", () => {
    const name = "Mi\nna\u202e\u0000 {{agent.name}}";
    expect(filledIn("Hi {{visitor.name}}", { ...values, "visitor.name": name })).toBe(
      "Hi Mi na {{agent.name}}",
    );
  });

  it("that are unknown are named", () => {
    expect(unknownVariables("{{visitor.name}} {{vistor.name|x}} {{}}")).toEqual([
      "vistor.name",
      "",
    ]);
  });
});

describe("a shortcut that is being typed", () => {
  it.each([
    ["/", 1, { from: 0, to: 1, query: "" }],
    ["hi /ho", 6, { from: 3, to: 6, query: "ho" }],
    ["hi\n/hours and", 6, { from: 3, to: 6, query: "ho" }],
    ["and/or", 6, null],
    ["https://shop.example", 20, null],
    ["/hours ", 7, null],
    ["/usr/bin", 8, null],
    ["", 0, null],
  ])("in %j at %i is %j", (text, caret, found) => {
    expect(typedShortcut(text, caret)).toEqual(found);
  });

  it("finds replies by the beginning of the shortcut, then by a part, then by the text, in any case", () => {
    const reply = (shortcut: string, text: string) => ({
      id: shortcut,
      shortcut,
      text,
      shared: true,
      changedAt: 0,
    });
    const all = [
      reply("bye", "Bye, HOURS later"),
      reply("hours", "9 to 5"),
      reply("our-hours", "?"),
    ];
    const found = (query: string) => matchingReplies(all, query).map(({ shortcut }) => shortcut);
    expect(found("HOU")).toEqual(["hours", "our-hours", "bye"]);
    expect(found("")).toEqual(["bye", "hours", "our-hours"]);
    expect(found("nothing")).toEqual([]);
  });
});
