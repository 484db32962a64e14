import { handledFirst } from "@parley/conformance";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Avatar } from "../../page/ui/avatar.tsx";
import { OwnNamesContext } from "../../page/accounts/own-name.ts";
import { Message } from "../../page/conversations/thread/message.tsx";
import { ShowMediaContext } from "../../page/settings/show-media.ts";
import { SafeLink } from "../../page/ui/safe-link.tsx";
import { VisitorCard } from "../../page/conversations/thread/visitor-card.tsx";
import {
  type MessageView,
  viewOfReceived,
  viewOfStored,
} from "../../src/conversations/message-view.ts";

const at = Date.UTC(2026, 0, 1);
const outbound: MessageView = {
  id: "7",
  direction: "outbound",
  type: "text",
  text: "hi",
  state: "waiting",
  at,
};

const alone = { startsGroup: true, endsGroup: true, hasMark: true, found: false, active: false };
const shown = (message: MessageView, now = at): string =>
  renderToStaticMarkup(
    createElement(Message, { message, conversationId: "c", visitor: "Bo", ...alone, now }),
  );

const visitorShown = (visitor: Record<string, string>, id = "c"): string =>
  renderToStaticMarkup(
    createElement(VisitorCard, {
      conversation: {
        id,
        channelId: "shop",
        visitor: { id: "42", ...visitor },
        createdAt: at,
        lastMessageAt: at,
      },
      canErase: false,
      onClose: () => {},
    }),
  );

describe("an agent's message", () => {
  it("is one's own under each of one's names, and a colleague's under any other", () => {
    const under = (author: string) => {
      const message = createElement(Message, {
        message: { ...outbound, author },
        conversationId: "c",
        visitor: "Bo",
        ...alone,
        now: at,
      });
      const value = ["Ada L.", "Ada"];
      return renderToStaticMarkup(createElement(OwnNamesContext, { value }, message));
    };
    for (const name of ["Ada", "Ada L."]) expect(under(name)).toContain('aria-label="You, ');
    expect(under("Ben")).not.toContain('aria-label="You, ');
  });

  it("that has not left is shown as waiting from 9 s after it was accepted (ruling 18)", () => {
    expect(shown(outbound, at + 8_999)).not.toContain("waiting-badge");
    expect(shown(outbound, at + 9_000)).toContain("waiting-badge");
    expect(shown({ ...outbound, state: "delivered" }, at + 9_000)).not.toContain("waiting-badge");
  });

  it("that failed says so, with the description when there is one (§4.3, §7)", () => {
    const failed = { ...outbound, state: "failed" as const };
    const told = shown({ ...failed, failure: { reason: "rejected", description: "chat closed" } });
    expect(told).toContain("Not delivered.");
    expect(told).toContain("chat closed");
    const untold = shown({ ...failed, failure: { reason: "timeout" } });
    expect(untold).toContain("Not delivered.");
    expect(untold).not.toContain("failure-description");
  });

  it("shows a description as the text that it is, never as markup (ruling 17)", () => {
    const failure = { reason: "rejected" as const, description: "<img src=x onerror=alert(1)>" };
    expect(shown({ ...outbound, state: "failed", failure })).toContain("&lt;img src=x");
  });
});

describe("a file that came with coordinates (§2.5)", () => {
  it("is what its line leads to", () => {
    const file = "https://files.example/invoice.pdf";
    const document = { type: "document", file, file_name: "invoice.pdf", file_size: 5 };
    const told = shown({ ...outbound, ...document, latitude: 52.5, longitude: 13.4 });
    expect(told).toContain(`href="${file}"`);
    expect(told).not.toContain("openstreetmap");
    const place = shown({ ...outbound, type: "location", latitude: 52.5, longitude: 13.4 });
    expect(place).toContain("openstreetmap");
  });
});

describe("a visitor", () => {
  it("is shown with name, phone, email, invitation and page, and without a name by the id alone (§2.1)", () => {
    const known = { name: "Bo", phone: "+380", email: "b@x", invite: "May we help?", url: "cart" };
    for (const text of Object.values(known)) expect(visitorShown(known)).toContain(text);
    const [one, other] = [visitorShown({}), visitorShown({}, "another")];
    expect(one).toMatch(/Visitor [2-9A-Z]{3}</);
    expect(one.match(/Visitor [2-9A-Z]{3}</)).not.toEqual(other.match(/Visitor [2-9A-Z]{3}</));
    expect(visitorShown({})).toContain("First message");
  });

  it("is shown with a photo that is an http(s) address, and with no other (§2.1)", () => {
    const avatar = (photo: string, isAllowed = true): string =>
      renderToStaticMarkup(
        createElement(ShowMediaContext, {
          value: isAllowed,
          children: createElement(Avatar, {
            conversation: {
              id: "c",
              channelId: "s",
              visitor: { id: "1", photo },
              lastMessageAt: at,
            },
          }),
        }),
      );
    expect(avatar("https://files.example/b.png")).toContain('src="https://files.example/b.png"');
    expect(avatar("javascript:alert(1)")).not.toContain("<img");
    expect(avatar("https://files.example/b.png", false)).not.toContain("files.example");
  });

  it("has a page that is a link only when it is http(s), and is text otherwise (ruling 7)", () => {
    const link = (href: string): string =>
      renderToStaticMarkup(createElement(SafeLink, { href, children: href }));
    expect(link("https://shop.example/cart")).toContain('href="https://shop.example/cart"');
    expect(link("javascript:alert(1)")).not.toContain("href");
    expect(link("javascript:alert(1)")).toContain("javascript:alert(1)");
  });
});

describe("message.id (§2.4)", () => {
  it("of the wire is kept with the message and not shown: in the console a message has its place as id", () => {
    const message = { type: "text", text: "hello", id: "m-1" } as const;
    const stored = {
      sequence: 3,
      direction: "inbound",
      message: JSON.stringify(message),
      sender: null,
      state: "delivered",
      failure: null,
      acceptedAt: at,
    } as const;
    const event = {
      ...handledFirst(),
      id: "c.3",
      conversationId: "c",
      channelId: "shop",
      sequence: 3,
      visitor: { id: "42" },
      message,
      acceptedAt: at,
      fence: 0,
    };
    for (const view of [viewOfStored(stored), viewOfReceived(event)]) {
      expect(view.id).toBe("3");
      expect(JSON.stringify(view)).not.toContain("m-1");
    }
  });
});
