import { ManualTime } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { NoticeCenter } from "../../page/notices/notice-center.ts";
import { type NoticeSettings, noNotices, settingsIn } from "../../page/notices/notice-settings.ts";
import { noticeWords } from "../../page/notices/show-notice.ts";
import type { LiveEvent } from "../../src/live/live-event.ts";

type MessageEvent = LiveEvent & { readonly type: "message" };

const message = (conversationId: string, text = "secret"): MessageEvent => ({
  type: "message",
  data: {
    conversationId,
    message: { id: "1", direction: "inbound", type: "text", text, state: "delivered", at: 0 },
  },
});

class Tab {
  settings: NoticeSettings = { ...noNotices, desktop: true, sound: true };
  isAvailable = true;
  lookedAt: string | null = null;
  readonly shown: string[] = [];
  sounds = 0;
  readonly center: NoticeCenter;

  constructor(time: ManualTime, tabs: Tab[]) {
    const random = tabs.length / 2;
    this.center = new NoticeCenter({
      settings: () => this.settings,
      isAvailable: () => this.isAvailable,
      lookedAt: () => this.lookedAt,
      post: (word) => {
        for (const other of tabs) if (other !== this) other.center.hear(word);
      },
      random: () => random,
      later: (work, ms) => void time.after(ms, work),
      show: ({ conversationId }) => this.shown.push(conversationId),
      sound: () => (this.sounds += 1),
    });
    tabs.push(this);
  }
}

/** A browser with two tabs. `tell` gives both of them a message. */
function openTabs(): { one: Tab; other: Tab; tell: (event: LiveEvent) => Promise<void> } {
  const time = new ManualTime();
  const tabs: Tab[] = [];
  const [one, other] = [new Tab(time, tabs), new Tab(time, tabs)];
  const tell = async (event: LiveEvent): Promise<void> => {
    for (const { center } of tabs) center.take(event);
    await time.advance(1_000);
  };
  return { one, other, tell };
}

describe("a notice of a new message", () => {
  it("is not given where another agent app answers", async () => {
    const { one, other, tell } = openTabs();
    const { type, data } = message("a");
    const conversation = { id: "a", channelId: "shop", visitor: { id: "1" }, lastMessageAt: 0 };
    await tell({ type, data: { ...data, conversation: { ...conversation, answeredBy: "sales" } } });
    expect([...one.shown, ...other.shown]).toEqual([]);
    expect(one.sounds + other.sounds).toBe(0);
  });

  it("comes from one tab, once for each conversation until the agent looks at it", async () => {
    const { one, other, tell } = openTabs();
    for (const id of ["a", "a", "b", "a"]) await tell(message(id));
    expect([...one.shown, ...other.shown]).toEqual(["a", "b"]);
    expect(one.sounds + other.sounds).toBe(2);
    other.lookedAt = "a";
    other.center.look();
    other.lookedAt = null;
    await tell(message("a"));
    await tell(message("b"));
    expect([...one.shown, ...other.shown]).toEqual(["a", "b", "a"]);
  });

  it("does not come for the conversation that a tab shows, nor while the agent is away, nor unasked", async () => {
    const { one, other, tell } = openTabs();
    other.lookedAt = "a";
    await tell(message("a"));
    other.lookedAt = null;
    for (const tab of [one, other]) tab.isAvailable = false;
    await tell(message("a"));
    for (const tab of [one, other]) Object.assign(tab, { isAvailable: true, settings: noNotices });
    await tell(message("a"));
    const sent = message("a");
    for (const tab of [one, other]) tab.settings = { ...noNotices, desktop: true };
    await tell({
      ...sent,
      data: { ...sent.data, message: { ...sent.data.message, direction: "outbound" } },
    });
    await tell({ type: "typing", data: { conversationId: "a", type: "typein" } });
    expect([one.shown, other.shown, one.sounds + other.sounds]).toEqual([[], [], 0]);
  });

  it("says nothing of the visitor unless the agent chose it", () => {
    const conversation = {
      id: "a",
      channelId: "shop",
      visitor: { id: "1", name: "Mi\u202ena" },
      lastMessageAt: 0,
    };
    const event = message("a", "long ".repeat(100));
    const notice = { conversationId: "a", event };
    const plain = noticeWords(notice, { text: false }, conversation);
    expect(plain).toEqual({ title: "New message", body: "A visitor wrote to you." });
    const full = noticeWords(notice, { text: true }, conversation);
    expect(full.title).toBe("Mi‹U+202E›na");
    expect(full.body).toMatch(/^long long .*…$/);
    expect(full.body.length).toBeLessThanOrEqual(141);
  });

  it("is off until the agent turns it on, also after unreadable settings", () => {
    for (const stored of [null, "", "null", "[]", "{", '{"desktop":"yes"}']) {
      expect(settingsIn(stored)).toEqual(noNotices);
    }
    expect(settingsIn('{"sound":true,"asked":true}')).toEqual({
      ...noNotices,
      sound: true,
      asked: true,
    });
  });
});
