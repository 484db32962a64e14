import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { announcementOf } from "../../page/conversations/thread/announcements.ts";
import { DatedMessages } from "../../page/conversations/thread/dated-messages.tsx";
import { messageParts } from "../../page/conversations/thread/message-parts.ts";
import { type MessageRow, messageRows } from "../../page/conversations/thread/message-rows.ts";
import { isSamePart, PartOfMessages } from "../../page/conversations/thread/part-of-messages.tsx";
import type { MessageView } from "../../src/conversations/message-view.ts";

const minute = 60_000;
const start = new Date(2026, 0, 5, 12).getTime();

function message(id: number, more: Partial<MessageView> = {}): MessageView {
  const state = "delivered";
  return {
    id: `${id}`,
    direction: "inbound",
    type: "text",
    text: `m${id}`,
    state,
    at: start,
    ...more,
  };
}
const mine = (id: number, more: Partial<MessageView> = {}): MessageView =>
  message(id, { direction: "outbound", author: "Ada", ...more });

const groups = (messages: readonly MessageView[]): string[] => {
  const found: string[] = [];
  for (const { message: each, startsGroup } of messageRows(messages, null, false)) {
    if (startsGroup) found.push(each.id);
    else found[found.length - 1] += `+${each.id}`;
  }
  return found;
};

describe("the messages of a thread", () => {
  it("form groups of one writer within one minute", () => {
    const later = { at: start + minute };
    expect(groups([message(1), message(2), message(3, later)])).toEqual(["1+2", "3"]);
    expect(groups([message(1), mine(2), mine(3, { author: "Bo" })])).toEqual(["1", "2", "3"]);
    expect(groups([mine(1, { state: "failed" }), mine(2)])).toEqual(["1", "2"]);
  });

  it("have one line with the time for a group, at its end", () => {
    const rows = messageRows([message(1), message(2), mine(3)], null, false);
    expect(rows.map(({ endsGroup }) => endsGroup)).toEqual([false, true, true]);
  });

  it("show a delivery state once for a group, and where it differs", () => {
    const rows = messageRows([mine(1), mine(2, { state: "waiting" }), mine(3)], null, false);
    expect(rows.map(({ hasMark }) => hasMark)).toEqual([false, true, true]);
    expect(messageRows([message(1)], null, false).map(({ hasMark }) => hasMark)).toEqual([false]);
  });

  it("have a heading for every day", () => {
    const day = 24 * 60 * minute;
    const rows = messageRows(
      [message(1), message(2), message(3, { at: start + day })],
      null,
      false,
    );
    expect(rows.map(({ day: heading }) => heading !== null)).toEqual([true, false, true]);
  });

  it("have a line above the first unread one, which begins a group", () => {
    const all = [message(1), message(2), message(3)];
    const lines = (unreadFrom: string | null, hasEarlier = false): (string | false)[] =>
      messageRows(all, unreadFrom, hasEarlier).map((row) => row.isFirstUnread && row.message.id);
    expect(lines("2")).toEqual([false, "2", false]);
    expect(messageRows(all, "2", false)[1]?.startsGroup).toBe(true);
    expect(lines(null)).toEqual([false, false, false]);
    expect(lines("9")).toEqual([false, false, false]);
    expect(lines("0", true)).toEqual([false, false, false]);
    expect(lines("0", false)).toEqual(["1", false, false]);
    const shown = renderToStaticMarkup(
      createElement(DatedMessages, {
        rows: messageRows(all, "3", false),
        conversationId: "c",
        visitor: "Mina",
        activeId: null,
        foundId: null,
        now: start,
      }),
    );
    expect(shown.split("New since you looked")).toHaveLength(2);
    expect(shown.indexOf("New since you looked")).toBeGreaterThan(shown.indexOf(">m2<"));
    expect(shown.indexOf("New since you looked")).toBeLessThan(shown.indexOf(">m3<"));
  });
});

describe("the parts of a thread", () => {
  const numbers = (from: number, to: number): MessageView[] =>
    Array.from({ length: to - from + 1 }, (_, at) => message(from + at));
  const all = numbers(1, 240);
  const partsOf = (messages: readonly MessageView[]) =>
    messageParts(messageRows(messages, null, false), "101");
  const propsOf = (rows: readonly MessageRow[]) => {
    const same = { isSkippable: true, conversationId: "c", visitor: "Mina", now: start };
    return { ...same, rows, activeId: null, foundId: null };
  };
  /** The first message of each part that the page renders when the messages change. */
  const rendered = (before: readonly MessageView[], after: readonly MessageView[]) => {
    const old = new Map(partsOf(before).map(({ number, rows }) => [number, rows]));
    return partsOf(after)
      .filter(({ number, rows }) => !isSamePart(propsOf(old.get(number) ?? []), propsOf(rows)))
      .map(({ rows }) => rows[0]?.message.id);
  };

  it("are not rendered again when earlier messages are loaded, except where these join", () => {
    expect(rendered(all.slice(100), all.slice(50))).toEqual(["51", "101"]);
    expect(rendered(all.slice(50), all)).toEqual(["1", "51"]);
    expect(rendered(all, [...all])).toEqual([]);
    expect(PartOfMessages).toMatchObject({ compare: isSamePart });
  });

  it("are not rendered again when a message comes or changes, except the one that has it", () => {
    expect(rendered(all, [...all, message(241)])).toEqual(["201"]);
    const failed = all.map((each) => (each.id === "60" ? { ...each, state: "failed" } : each));
    expect(rendered(all, failed as MessageView[])).toEqual(["51"]);
  });
});

describe("the announcer of a thread", () => {
  const sending = mine(2, { state: "waiting" });
  const failed = mine(2, { state: "failed" });

  it("reads a visitor's new message, and a message that has just failed", () => {
    const before = [message(1), sending];
    expect(announcementOf(before, [...before, message(3)], "Mina")).toBe(
      "\u2068Mina\u2069: \u2068m3\u2069",
    );
    expect(announcementOf(before, [message(1), failed], "Mina")).toBe(
      "Not delivered: \u2068m2\u2069",
    );
  });

  it("is silent about what was there, earlier messages and one's own", () => {
    expect(announcementOf([], [message(1), failed], "Mina")).toBe("");
    expect(announcementOf([message(3)], [message(1), failed, message(3)], "Mina")).toBe("");
    expect(announcementOf([message(1)], [message(1), sending], "Mina")).toBe("");
    expect(announcementOf([message(1), failed], [message(1), failed], "Mina")).toBe("");
  });
});
