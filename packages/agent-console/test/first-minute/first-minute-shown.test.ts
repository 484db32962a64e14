import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { EmptyInbox } from "../../page/first-minute/empty-inbox.tsx";
import { FirstMinuteCard } from "../../page/first-minute/first-minute-card.tsx";
import { FirstMinuteContext } from "../../page/first-minute/first-minute-context.ts";
import type { FirstMinuteView } from "../../src/first-minute/first-minute-routes.ts";
import type { MeView } from "../../src/accounts/me-view.ts";

const me = { account: { id: "a", name: "Admin", email: "a@b.example", role: "admin" } } as MeView;
const shopUrl = "http://127.0.0.1:8081/";
const before: FirstMinuteView = { chatted: false, asksName: false, shopUrl };

function shown(view: FirstMinuteView | null, element: ReactElement): string {
  const value = { view, reload: async () => undefined };
  return renderToStaticMarkup(createElement(FirstMinuteContext, { value }, element));
}

const card = (view: FirstMinuteView | null, available = false) =>
  shown(
    view,
    createElement(FirstMinuteCard, {
      me,
      available,
      anyAvailable: available,
      onGoOnline: () => undefined,
      onMe: () => undefined,
    }),
  );
const emptyInbox = (view: FirstMinuteView) => shown(view, createElement(EmptyInbox));

describe("the card of the first minute", () => {
  it("tells an agent who is away that visitors see nobody, and how to change it", () => {
    const away = card(before);
    expect(away).toContain("You are away.");
    expect(away).toContain("Visitors see that nobody is here.");
    expect(away).toContain("Go online");
    expect(away).toContain(`href="${shopUrl}"`);
    const online = card(before, true);
    expect(online).toContain("You are online.");
    expect(online).not.toContain("Go online");
  });

  it("links no shop when the host has none", () => {
    expect(card({ ...before, shopUrl: null })).not.toContain("shop");
  });

  it("is gone once a chat has crossed, and asks for a name until one is chosen", () => {
    expect(card(null)).toBe("");
    expect(card({ ...before, chatted: true })).toBe("");
    const asking = card({ ...before, chatted: true, asksName: true });
    expect(asking).toContain("Which name shall visitors read");
    expect(asking).not.toContain("You are away");
  });
});

describe("the empty inbox", () => {
  it("says one thing, and links the shop when the host tells its address", () => {
    expect(emptyInbox(before)).toContain(`href="${shopUrl}"`);
    expect(emptyInbox({ ...before, shopUrl: null })).toContain("show up here");
    expect(emptyInbox({ ...before, shopUrl: "javascript:alert(1)" })).not.toContain("href");
  });
});
