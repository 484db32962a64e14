import { expect, it, vi } from "vitest";
import { api } from "../../../page/api/api.ts";
import { InboxData } from "../../../page/conversations/data/inbox-data.ts";
import { type Sent, sentNews } from "../../../page/live/sent-news.ts";

const presence = { available: false, withoutPage: false, present: false, anyAvailable: false };

it("an answer from a node of the version before, which names no messages, leaves the inbox as it is", async () => {
  const told: Sent[] = [];
  const ignore = sentNews.listen((sent) => told.push(sent));
  const node = vi.spyOn(globalThis, "fetch");
  node.mockResolvedValueOnce(Response.json({ id: "2", warnings: [] }));
  try {
    await api.send("c", { type: "text", text: "hi" }, "key");
  } finally {
    node.mockRestore();
    ignore();
  }
  expect(told).toHaveLength(1);
  const data = new InboxData({ accountId: "me", presence, onSignedOut: () => {} });
  const before = data.client
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.data);
  for (const sent of told) data.confirm(sent);
  expect(
    data.client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  ).toEqual(before);
});

it("a node of the version before, which has no lists, shows no counts and no problem", async () => {
  const node = vi.spyOn(globalThis, "fetch");
  const refusal = { error: { code: 40400, message: "Not found" } };
  node.mockResolvedValueOnce(Response.json(refusal, { status: 404 }));
  try {
    const { counts, complete } = await api.inbox("");
    expect([counts.unread, complete]).toEqual([0, true]);
  } finally {
    node.mockRestore();
  }
});
