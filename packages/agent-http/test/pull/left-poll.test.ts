import { ManualTime } from "@parley/conformance";
import { expect, it } from "vitest";
import type { HandedEvent } from "../../src/pull/claims.ts";
import { WaitingPolls } from "../../src/pull/waiting-polls.ts";

it("an app that has left takes no events, which go to the next poll at once", async () => {
  const open: HandedEvent[] = [];
  const polls = new WaitingPolls({ take: async () => open.splice(0) }, new ManualTime());
  const dead = new AbortController();
  const wait = { limit: 20, leaseMs: 60_000, waitMs: 8_000 };
  const deadPoll = polls.poll({ ...wait, left: dead.signal });
  await Promise.resolve();
  dead.abort();
  expect(await deadPoll).toEqual([]);
  const about = { id: "1.typing.a", conversationId: "1", channelId: "shop" };
  const typing: HandedEvent = { type: "visitor.typing", ...about, typing: "typein" };
  open.push(typing);
  polls.look();
  expect(await polls.poll(wait)).toEqual([typing]);
});
