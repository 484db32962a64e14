import { beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "../../page/api/call.ts";
import { messageKey } from "../../page/unsent/message-key.ts";
import type { UnsentMessage } from "../../page/unsent/unsent-state.ts";
import {
  browser,
  hearAll,
  newBrowser,
  openTab,
  states,
  text,
  wait,
} from "../support/browser/send-tab.ts";

const minute = 60_000;
const away = new ApiError(0, "The gateway cannot be reached.");
const refused = new ApiError(400, "The file has no name.", 40005);

beforeEach(newBrowser);

describe("a message that an agent sends", () => {
  it("stays in the store until the gateway has it, and no longer", async () => {
    const tab = openTab();
    tab.queue.submit("c1", "d1", text("hi"));
    expect(states(tab)).toEqual([["hi", "sending"]]);
    expect(states(openTab())).toEqual([["hi", "sending"]]);
    await tab.asked[0]?.answer();
    expect([states(tab), tab.confirmed, browser.storage.length]).toEqual([[], ["hi"], 0]);
  });

  it.each([
    ["the gateway cannot be reached", away, true],
    ["a proxy answers 503", new ApiError(503, "The gateway could not process the request."), true],
    ["the gateway refuses it", refused, false],
  ])(
    "is not sent, with the reason, when %s; tried again it has the same key",
    async (_, error, doubtful) => {
      const tab = openTab();
      tab.queue.submit("c1", "d1", text("hi"));
      await tab.asked[0]?.answer(error);
      const [message] = openTab().store.getState().messages;
      expect(message).toMatchObject({ state: "failed", reason: error.message, doubtful });
      tab.queue.retry(message?.key ?? "");
      await tab.asked[1]?.answer();
      expect(tab.asked[1]?.key).toBe(tab.asked[0]?.key);
      expect(states(tab)).toEqual([]);
    },
  );

  it("waits for the one before in its conversation, whatever became of that, and for no other", async () => {
    const tab = openTab();
    for (const words of ["one", "two", "three"]) tab.queue.submit("c1", words, text(words));
    tab.queue.submit("c2", "d", text("elsewhere"));
    expect(tab.asked.map((call) => call.text)).toEqual(["one", "elsewhere"]);
    await tab.asked[0]?.answer(away);
    await tab.asked[1]?.answer();
    expect(states(tab)).toEqual([
      ["one", "failed"],
      ["two", "queued"],
      ["three", "queued"],
    ]);
    tab.queue.retry(tab.asked[0]?.key ?? "");
    await tab.asked[2]?.answer();
    await tab.asked[3]?.answer(refused);
    expect(states(tab)).toEqual([
      ["two", "failed"],
      ["three", "queued"],
    ]);
    const [two] = tab.store.getState().messages;
    if (two !== undefined) tab.queue.discard(two);
    await tab.asked[4]?.answer();
    expect([tab.confirmed, states(tab)]).toEqual([["elsewhere", "one", "three"], []]);
  });

  it("goes on by itself with its key after a reload within ten minutes, and is not sent after", async () => {
    const closed = openTab();
    closed.queue.submit("c1", "d1", text("hi"));
    closed.queue.submit("c1", "d2", text("more"));
    closed.queue.close();
    browser.now += 10 * minute - 1;
    const next = openTab();
    next.queue.resume();
    expect(next.asked.map(({ key }) => key)).toEqual([closed.asked[0]?.key]);
    await next.asked[0]?.answer();
    browser.now += 1 + 1;
    const late = openTab();
    late.queue.resume();
    expect(late.asked).toEqual([]);
    expect(late.store.getState().messages).toMatchObject([{ state: "failed", doubtful: true }]);
  });

  it("is settled by itself once the gateway is there again, when it may have arrived", async () => {
    const tab = openTab();
    tab.queue.submit("c1", "d1", text("doubtful"));
    tab.queue.submit("c2", "d2", text("refused"));
    await tab.asked[0]?.answer(away);
    await tab.asked[1]?.answer(refused);
    tab.queue.reconnected();
    expect(tab.asked.map((call) => call.text)).toEqual(["doubtful", "refused", "doubtful"]);
    await tab.asked[2]?.answer(away);
    browser.now += 10 * minute;
    tab.queue.reconnected();
    expect(tab.asked).toHaveLength(3);
  });

  it("that may have arrived is tried again by itself for ten minutes, and lets the next go once it is confirmed", async () => {
    const tab = openTab();
    tab.queue.submit("c1", "d1", text("one"));
    tab.queue.submit("c1", "d2", text("two"));
    const waits: (number | undefined)[] = [];
    for (let times = 0; times < 5; times += 1) {
      await tab.asked[times]?.answer(new ApiError(502, "A proxy's answer."));
      expect(states(tab)).toEqual([
        ["one", "failed"],
        ["two", "queued"],
      ]);
      waits.push(tab.later[0]?.ms);
      wait(tab);
    }
    expect(waits).toEqual([2_000, 5_000, 15_000, 30_000, 30_000]);
    expect(new Set(tab.asked.map(({ key }) => key)).size).toBe(1);
    await tab.asked[5]?.answer();
    await tab.asked[6]?.answer(refused);
    expect([tab.confirmed, states(tab), tab.later]).toEqual([["one"], [["two", "failed"]], []]);
  });

  it("is not tried again by itself once it was discarded, its page was left, or ten minutes went by", async () => {
    const tab = openTab();
    for (const id of ["c1", "c2", "c3"]) tab.queue.submit(id, id, text(id));
    for (const call of tab.asked.slice(0, 2)) await call.answer(away);
    const [first] = tab.store.getState().messages;
    if (first !== undefined) tab.queue.discard(first);
    expect(tab.later).toHaveLength(1);
    browser.now += 10 * minute + 2;
    wait(tab);
    await tab.asked[2]?.answer(away);
    expect([tab.asked.length, tab.later]).toEqual([3, []]);
    tab.queue.submit("c4", "c4", text("c4"));
    await tab.asked[3]?.answer(away);
    tab.queue.close();
    expect(tab.later).toEqual([]);
  });

  it("that waits behind a failed one is left alone by another tab, however long", async () => {
    const tab = openTab();
    tab.queue.submit("c1", "d1", text("one"));
    tab.queue.submit("c1", "d2", text("two"));
    await tab.asked[0]?.answer(refused);
    browser.now += 11 * minute;
    const other = openTab();
    other.queue.resume();
    hearAll(other);
    other.queue.watch();
    expect([states(other), other.later, other.asked]).toEqual([states(tab), [], []]);
    expect(other.store.getState().messages[1]).toMatchObject({ state: "queued", doubtful: false });
  });

  it("is taken over from another tab only as the first of its conversation, and never twice in one", async () => {
    const [gone, other] = [openTab(), openTab()];
    gone.queue.submit("c1", "d1", text("one"));
    gone.queue.submit("c1", "d2", text("two"));
    hearAll(other);
    other.queue.watch();
    expect(other.later).toHaveLength(1);
    other.queue.retry(gone.asked[0]?.key ?? "");
    wait(other);
    expect([other.asked.length, states(other)[0]]).toEqual([1, ["one", "sending"]]);
  });

  it("waits when the session is over, which is told, and goes with the next sign-in", async () => {
    const tab = openTab();
    tab.queue.submit("c1", "d1", text("hi"));
    await tab.asked[0]?.answer(new ApiError(401, "Sign in first.", 40101));
    expect([states(tab), tab.signedOut, tab.asked.length]).toEqual([
      [["hi", "queued"]],
      ["signed out"],
      1,
    ]);
    const next = openTab();
    next.queue.resume();
    expect(next.asked.map(({ key }) => key)).toEqual([tab.asked[0]?.key]);
    browser.now += 11 * minute;
    const late = openTab();
    tab.store.setMessage({
      ...(next.store.getState().messages[0] as UnsentMessage),
      state: "queued",
    });
    hearAll(late);
    late.queue.resume();
    expect([late.asked, states(late)]).toEqual([[], [["hi", "failed"]]]);
    expect(late.store.getState().messages[0]?.doubtful).toBe(false);
  });

  it("has one key for one text, whichever tab sends it, and another for another", () => {
    expect(messageKey("d", text("a"))).toBe(messageKey("d", text("a")));
    expect(messageKey("d", { text: "a", type: "text" })).toBe(messageKey("d", text("a")));
    expect(messageKey("d", text("a"))).not.toBe(messageKey("d", text("b")));
    expect(messageKey("d", text("a"))).not.toBe(messageKey("e", text("a")));
    expect(messageKey("d".repeat(32), text("a")).length).toBeLessThan(255);
  });

  it("is carried on by another tab with the same key when its own is gone for half a minute", async () => {
    const [gone, other] = [openTab(), openTab()];
    gone.queue.submit("c1", "d1", text("hi"));
    other.store.hear(`parley.unsent/ada/message/${gone.asked[0]?.key}`);
    other.queue.watch();
    expect(other.asked).toEqual([]);
    expect(other.later.map(({ ms }) => ms)).toEqual([30_000]);
    other.later[0]?.work();
    expect(other.asked[0]?.key).toBe(gone.asked[0]?.key);
    await other.asked[0]?.answer();
    gone.store.hear(`parley.unsent/ada/message/${gone.asked[0]?.key}`);
    await gone.asked[0]?.answer(away);
    expect([states(gone), states(other), browser.storage.length]).toEqual([[], [], 0]);
  });

  it("goes, with all of its conversation, when that no longer exists", async () => {
    const tab = openTab();
    tab.queue.submit("c1", "d1", text("hi"));
    tab.queue.submit("c1", "d2", text("more"));
    tab.store.setDraft("c1", { id: "d3", text: "and", media: null });
    await tab.asked[0]?.answer(new ApiError(404, "There is no such conversation.", 40402));
    expect([browser.storage.length, tab.asked.length, tab.store.getState().erased]).toEqual([
      0, 1, 1,
    ]);
    tab.queue.submit("c2", "d4", text("stays"));
    await tab.asked[1]?.answer(new ApiError(404, "A proxy knows no such page."));
    expect(states(tab)).toEqual([["stays", "failed"]]);
  });

  it("that was under way when its session ended is gone once confirmed, and there again if not", async () => {
    const tab = openTab();
    tab.queue.submit("c1", "d1", text("arrives"));
    tab.queue.submit("c2", "d2", text("does not"));
    tab.queue.close();
    tab.store.close();
    await tab.asked[0]?.answer();
    await tab.asked[1]?.answer(new ApiError(401, "Sign in first."));
    expect(tab.confirmed).toEqual([]);
    expect(states(openTab())).toEqual([["does not", "sending"]]);
  });
});
