import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { MessageText } from "../../page/conversations/thread/message-text.tsx";
import { textParts } from "../../page/conversations/thread/text-links.ts";
import { injections } from "../injections/all.ts";

const links = (text: string): string[] =>
  textParts(text).flatMap(({ link }) => (link === null ? [] : [link.href]));

describe("the text of a message", () => {
  it.each([
    ["see https://shop.example/a?b=c#d now", "https://shop.example/a?b=c#d"],
    ["(http://shop.example/a_(b)), ok", "http://shop.example/a_(b)"],
    ["HTTPS://Shop.example/.", "https://shop.example/"],
    ["https://shop.example/a…", "https://shop.example/a"],
    ["https://münchen.example", "https://xn--mnchen-3ya.example/"],
    ["mailto:a@b.example", "mailto:a@b.example"],
    ["mailto:a@b.example?bcc=c@d.example&body=x", "mailto:a@b.example"],
    ["https://shop.example/\u202egnp.exe", "https://shop.example/"],
  ])("has a link in %j", (text, href) => {
    expect(links(text)).toEqual([href]);
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "https://",
    "http://[::1",
    "xhttps://shop.example",
    "mailto:nobody",
    "ftp://shop.example",
    "//shop.example",
  ])("has no link in %j", (text) => {
    expect(links(text)).toEqual([]);
  });

  it("says where a link leads whose text shows another place", () => {
    const hidden = (text: string) => textParts(text).map(({ link }) => link?.isDisguised);
    expect(hidden("https://shop.example/x")).toEqual([false]);
    for (const text of ["https://shop.example@evil.example", "https://pаypal.example/"]) {
      expect(hidden(text)).toEqual([true]);
    }
  });

  it("is whole, and leads only to http, https and mailto, whatever it says", () => {
    for (const text of injections) {
      expect(
        textParts(text)
          .map((part) => part.text)
          .join(""),
      ).toBe(text);
      for (const href of links(text)) expect(href).toMatch(/^(https?:\/\/|mailto:)/);
    }
  });

  it("has marks for characters that hide or reorder text, and opens links in a tab of their own", () => {
    const shown = renderToStaticMarkup(
      createElement(MessageText, { text: "a\u202eb\nhttps://shop.example" }),
    );
    expect(shown).toContain('<span class="mark">‹U+202E›</span>');
    expect(shown).toContain("b\n<a");
    expect(shown).toContain('rel="noopener noreferrer"');
    expect(shown).toContain('dir="auto"');
  });
});
