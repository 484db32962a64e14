import { summaryInWords } from "../../page/ui/words.ts";
import { describe, expect, it } from "vitest";
import { removeOldTexts } from "../../page/unsent/old-texts.ts";
import { SealedStorage } from "../../page/unsent/sealed-storage.ts";
import {
  countsOf,
  markedOf,
  markOf,
  type UnsentMessage,
  unsentInWords,
} from "../../page/unsent/unsent-state.ts";
import { UnsentStore } from "../../page/unsent/unsent-store.ts";
import { MemoryTextStorage } from "../support/browser/text-storage.ts";

const day = 24 * 60 * 60 * 1_000;
const adasKey = new Uint8Array(32).fill(1);
const bensKey = new Uint8Array(32).fill(2);

function storeOf(
  storage: MemoryTextStorage | null,
  { accountId = "ada", key = adasKey, now = 0 } = {},
): UnsentStore {
  return new UnsentStore(new SealedStorage({ storage, accountId, key, now: () => now }));
}

const draft = (text: string) => ({ id: "d", text, media: null });
const message = (key: string, change: Partial<UnsentMessage> = {}): UnsentMessage => ({
  key,
  conversationId: "c1",
  draftId: "d",
  draft: { type: "text", text: `text of ${key}` },
  at: 1,
  state: "queued",
  reason: null,
  doubtful: false,
  ...change,
});

describe("what an agent wrote and the gateway does not have", () => {
  it("is there again in the next page of the same account: drafts, messages and forms", () => {
    const storage = new MemoryTextStorage();
    const store = storeOf(storage);
    store.setDraft("c1", draft("half a sent\u{1F600}\uD800"));
    store.setMessage(message("k1", { state: "failed", reason: "away" }));
    store.setForm("channel shop/1", { fields: { chatApiUrl: "https://x" }, problem: null });
    const { drafts, messages, forms } = store.getState();
    const again = storeOf(storage).getState();
    expect(again).toMatchObject({ drafts, messages, forms, unreadable: 0, kept: true });
    store.setDraft("c1", null);
    store.removeMessage("k1");
    store.setForm("channel shop/1", null);
    expect(storage.length).toBe(0);
  });

  it("is nowhere readable without the account's key, neither text nor reason", () => {
    const storage = new MemoryTextStorage();
    const store = storeOf(storage);
    store.setDraft("c1", draft("a secret of Mina's"));
    store.setMessage(message("k1", { state: "failed", reason: "the gateway is away" }));
    for (const words of ["secret", "Mina", "text of", "away"]) {
      expect(storage.dump()).not.toContain(words);
      expect(storage.dump()).not.toContain(Buffer.from(words).toString("hex"));
    }
    const other = storeOf(storage, { accountId: "ben", key: bensKey }).getState();
    expect([other.drafts.size, other.messages, other.unreadable]).toEqual([0, [], 0]);
  });

  it("that was written under another key is told, and goes once the agent wants that", () => {
    const storage = new MemoryTextStorage();
    storeOf(storage).setDraft("c1", draft("before a restore"));
    storeOf(storage).setMessage(message("k1"));
    const store = storeOf(storage, { key: bensKey });
    const { drafts, messages, unreadable } = store.getState();
    expect([drafts.size, messages, unreadable]).toEqual([0, [], 2]);
    store.setDraft("c1", draft("after it"));
    expect(store.getState().unreadable).toBe(1);
    store.keepUnreadable();
    expect([store.getState().unreadable, storage.length]).toEqual([0, 2]);
    expect(storeOf(storage, { key: bensKey }).getState().unreadable).toBe(1);
    store.hear("parley.unsent/ada/message/k1");
    store.deleteUnreadable();
    expect(store.getState().unreadable).toBe(0);
    expect(storeOf(storage, { key: bensKey }).getState()).toMatchObject({ unreadable: 0 });
    expect(storage.length).toBe(1);
  });

  it("is not deleted with what cannot be opened once another tab has written there anew", () => {
    const storage = new MemoryTextStorage();
    for (const id of ["c1", "c2"]) storeOf(storage).setDraft(id, draft("before a restore"));
    const [store, other] = [bensKey, bensKey].map((key) => storeOf(storage, { key }));
    other?.setDraft("c1", draft("heard"));
    store?.hear("parley.unsent/ada/draft/c1");
    expect(store?.getState().unreadable).toBe(1);
    other?.setDraft("c2", draft("not heard yet"));
    store?.deleteUnreadable();
    expect(storeOf(storage, { key: bensKey }).getState().drafts.size).toBe(2);
  });

  it("cannot be put in another's place or made older", () => {
    const storage = new MemoryTextStorage();
    storeOf(storage).setDraft("c1", draft("for Mina"));
    const [name = "", text = ""] = [storage.key(0) ?? "", storage.getItem(storage.key(0) ?? "")];
    storage.setItem(name.replace("c1", "c2"), text ?? "");
    expect([...storeOf(storage).getState().drafts.keys()]).toEqual(["c1"]);
    storage.setItem(name, (text ?? "").replace("0.", "1."));
    expect(storeOf(storage).getState().drafts.size).toBe(0);
  });

  it("leaves page and storage with its session, and what was confirmed later still goes", () => {
    const storage = new MemoryTextStorage();
    const store = storeOf(storage);
    store.setMessage(message("k1"));
    store.setMessage(message("k2"));
    store.close();
    expect(store.getState().messages).toEqual([]);
    store.setDraft("c1", draft("too late"));
    store.removeMessage("k1");
    expect(store.getState().drafts.size).toBe(0);
    const again = storeOf(storage).getState();
    expect([again.messages.map(({ key }) => key), again.drafts.size]).toEqual([["k2"], 0]);
  });

  it("is shared by tabs: the last one to write a draft wins, and what one sent disappears in all", () => {
    const storage = new MemoryTextStorage();
    const [one, other] = [storeOf(storage), storeOf(storage)];
    one.setDraft("c1", draft("one"));
    other.setDraft("c1", draft("other"));
    other.setMessage(message("k1"));
    for (const name of ["draft/c1", "message/k1"]) one.hear(`parley.unsent/ada/${name}`);
    expect(one.getState().drafts.get("c1")?.text).toBe("other");
    expect(one.getState().messages).toHaveLength(1);
    other.removeMessage("k1");
    one.hear("parley.unsent/ada/message/k1");
    one.hear("parley.unsent/ben/message/k1");
    one.hear("something of another app");
    expect(one.getState().messages).toEqual([]);
  });

  it("is kept under whatever name a conversation has in the page's address", () => {
    const storage = new MemoryTextStorage();
    for (const id of ["__proto__", "constructor", "a/b%2F", "\u0000"]) {
      expect(markOf(storeOf(storage).getState(), id)).toBeNull();
      storeOf(storage).setDraft(id, draft(`for ${id}`));
      expect(storeOf(storage).getState().drafts.get(id)?.text).toBe(`for ${id}`);
    }
  });

  it("goes with its conversation, and that is told", () => {
    const storage = new MemoryTextStorage();
    const store = storeOf(storage);
    store.setDraft("c1", draft("gone"));
    store.setMessage(message("k1"));
    store.setDraft("c2", draft("stays"));
    store.removeConversation("c1");
    store.removeConversation("c3");
    expect([...storeOf(storage).getState().drafts.keys()]).toEqual(["c2"]);
    expect(storeOf(storage).getState().messages).toEqual([]);
    expect(store.getState().erased).toBe(1);
  });

  it("is told to be in this page alone when the browser does not keep it, until all is kept again", () => {
    const storage = new MemoryTextStorage();
    const store = storeOf(storage);
    store.setDraft("c1", draft("short"));
    storage.limit = 1_000;
    store.setDraft("c1", draft("long".repeat(1_000)));
    expect(store.getState()).toMatchObject({ kept: false });
    expect(store.getState().drafts.get("c1")?.text).toHaveLength(4_000);
    expect(storeOf(storage).getState().drafts.size).toBe(0);
    store.setDraft("c2", draft("short"));
    expect(store.getState().kept).toBe(false);
    store.setDraft("c1", null);
    expect(store.getState().kept).toBe(true);
    const without = storeOf(null);
    without.setDraft("c1", draft("text"));
    expect(without.getState().kept).toBe(false);
    expect(without.getState().drafts.get("c1")?.text).toBe("text");
  });

  it("of other accounts goes after 30 days, or the oldest once there are more than 200", () => {
    const storage = new MemoryTextStorage();
    storeOf(storage, { now: 0 }).setDraft("own", draft("own"));
    const ben = { accountId: "ben", key: bensKey };
    storeOf(storage, { ...ben, now: 1 }).setDraft("old", draft("old"));
    storeOf(storage, { ...ben, now: day }).setDraft("new", draft("new"));
    removeOldTexts(storage, "ada", 30 * day);
    expect(storage.length).toBe(3);
    removeOldTexts(storage, "ada", 30 * day + 1);
    expect([...storeOf(storage, ben).getState().drafts.keys()]).toEqual(["new"]);
    const bens = storeOf(storage, { ...ben, now: 2 * day });
    for (let index = 0; index < 200; index += 1) bens.setDraft(`c${index}`, draft("more"));
    removeOldTexts(storage, "ada", 3 * day);
    expect([...storeOf(storage, ben).getState().drafts.keys()]).not.toContain("new");
    expect(storage.length).toBe(201);
    expect(storeOf(storage).getState().drafts.has("own")).toBe(true);
  });
});

describe("list and title", () => {
  it("say what is not sent before what is being sent, and that before a draft", () => {
    const store = storeOf(new MemoryTextStorage());
    const told = () => [markOf(store.getState(), "c1"), unsentInWords(countsOf(store.getState()))];
    expect(told()).toEqual([null, null]);
    store.setForm("name", { fields: { name: "Ada" }, problem: null });
    expect(told()).toEqual([null, "Not saved"]);
    store.setDraft("c1", draft("  "));
    expect(told()).toEqual([null, "Not saved"]);
    store.setDraft("c1", draft("text"));
    expect(told()).toEqual(["draft", "Draft"]);
    store.setMessage(message("k1", { state: "sending" }));
    expect(told()).toEqual(["sending", "Sending…"]);
    store.setMessage(message("k2", { state: "failed" }));
    expect(told()).toEqual(["failed", "1 not sent"]);
    expect(markOf(store.getState(), "c2")).toBeNull();
    expect(markedOf(store.getState(), "c1")).toEqual(message("k2").draft);
  });

  it("say what an agent wrote in one line, a file by its comment or its name", () => {
    const file = { type: "document", file_name: "a.pdf", text: "" };
    expect(summaryInWords(message("k1").draft)).toBe("text of k1");
    expect(summaryInWords(file)).toBe("Document: a.pdf");
    expect(summaryInWords({ ...file, text: "the contract" })).toBe("Document: the contract");
    expect(summaryInWords({ type: "location", latitude: 1, longitude: 2 })).toBe("Location");
  });
});
