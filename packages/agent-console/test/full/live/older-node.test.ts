import { expect, it, vi } from "vitest";
import { api } from "../../../page/api/api.ts";
import { emptyInbox } from "../../../page/conversations/inbox-state.ts";
import { reduceInbox } from "../../../page/conversations/inbox-reducer.ts";
import { type Sent, sentNews } from "../../../page/live/sent-news.ts";

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
  expect(told.reduce(reduceInbox, emptyInbox)).toEqual(emptyInbox);
});
