import { hostileTexts } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { withoutMentions } from "../../src/index.ts";

/** How apps find who is mentioned. */
const finders = [
  /@(?:all|everyone|here|channel)\b/i,
  /(?:^|[\s([{"'*_~>/:;,.!?@-])@[\w\p{L}]/u,
  /<[@!#][^>]+>/,
  /\[@[^\]]+\]\(/,
  /\uff20[\w\p{L}]/u,
];

const mentions = [
  "@all",
  "@ALL please",
  "hello @anna.",
  '(@anna) "@anna" *@anna*',
  "/@anna",
  "x@everyone",
  "mail@all",
  "<!here> <!channel> <!subteam^S1>",
  "<@U123456> <@!123> <@&123> <#C123>",
  "[@Anna](mention://user/1/Anna)",
  "[@all](x)",
  "_@anna_",
  "Thanks.@anna",
  "-@anna",
  "\uff20anna",
  "@日本",
  "https://a.example/@anna and https://a.example/[@Anna](mention://user/1)",
  "https://a.example/<!here>",
  "first\n@anna",
  "@@anna",
  "<<@U1>>",
];

describe("a text without mentions", () => {
  it.each(mentions)("mentions nobody: %j", (text) => {
    const harmless = withoutMentions(text);
    expect(finders.some((finder) => finder.test(text))).toBe(true);
    expect(finders.filter((finder) => finder.test(harmless))).toEqual([]);
  });

  it("reads as before: it only gains an invisible character, or a code in a link", () => {
    for (const text of [...mentions, ...hostileTexts]) {
      const readable = withoutMentions(text).replaceAll("\u200b", "").replaceAll("%40", "@");
      expect(readable).toBe(text.replaceAll("\u200b", ""));
    }
  });

  it("stays the same when it is done twice", () => {
    for (const text of [...mentions, ...hostileTexts])
      expect(withoutMentions(withoutMentions(text))).toBe(withoutMentions(text));
  });

  it.each([
    "anna@shop.example",
    "anna+chat@shop.example, bob_2@mail.example",
    "5 @ 3 euros",
    "a < b",
    "[1] (2)",
    "ends with @",
    "https://a.example/?q=1#top",
  ])("leaves %j alone", (text) => {
    expect(withoutMentions(text)).toBe(text);
  });

  it("keeps links working", () => {
    expect(withoutMentions("see https://medium.example/@anna?x=1.")).toBe(
      "see https://medium.example/%40anna?x=1.",
    );
  });

  it("knows the forms that the plugin adds", () => {
    const own = [/\{agent:\d+\}/, /(?<=!)team\b/gi];
    expect(withoutMentions("{agent:1} {agent:22} !team !TEAM", own)).toBe(
      "{\u200bagent:1} {\u200bagent:22} !t\u200beam !T\u200bEAM",
    );
    const hash = [/#\S+/];
    expect(withoutMentions(withoutMentions("#team", hash), hash)).toBe("#\u200bteam");
    expect(withoutMentions("\u{1F514}all", [/\u{1F514}all/u])).toBe("\u{1F514}\u200ball");
  });
});
