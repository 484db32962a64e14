import { aBudget, anInboundAppend, anOutboundAppend, noLeases } from "@parley/conformance";
import type { Append } from "@parley/core";
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { ConversationRow } from "../../src/rows/conversation-rows.ts";
import { Database } from "../../src/connection/database.ts";
import { KnownConversations } from "../../src/rows/known-conversations.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../support/opened-stores.ts";

const now = 1_700_000_000_000;
let node: Database;
let other: Database;

beforeEach(async () => {
  const { connectionString: connection } = await postgres();
  const place = { connection, schema: freshSchema(), allowNonDurable: true };
  node = await Database.open(place);
  other = await Database.open(place);
});
afterEach(async () => {
  await node.close();
  await other.close();
});
afterAll(stopPostgres);

let ids = 0;
const from = (visitorKey: string): Append => ({
  ...anInboundAppend({ visitorKey }),
  candidateId: `c-${(ids += 1)}`,
  identity: null,
});

/** A node that has cached the conversation of `v`, which another node then erases. */
async function nodeThatKnewOne() {
  const { messages, conversations } = storesOver(node);
  const commit = async (...appends: Append[]) =>
    (await messages.commit({ appends, settlements: [] }, now, aBudget())).appends;
  const [first] = await commit(from("v"));
  for (let again = 0; again < 3; again += 1) await commit(from("v"));
  const id = first !== undefined && "conversationId" in first ? first.conversationId : "";
  expect(await storesOver(other).conversations.erase(id)).toBe(true);
  return { commit, id, conversations };
}

describe("a cached conversation that another node has erased", () => {
  it("is created again by its visitor, once", async () => {
    const { commit, id } = await nodeThatKnewOne();
    const answers = await commit(from("v"), from("v"));
    expect(answers).toMatchObject([
      { status: "stored", created: true, sequences: [1] },
      { status: "stored", created: false, sequences: [2] },
    ]);
    expect(answers).not.toMatchObject([{ conversationId: id }, {}]);
  });

  it("still has a channel, and accepts no message", async () => {
    const { commit, id, conversations } = await nodeThatKnewOne();
    expect(await conversations.channelOf?.(id)).toMatchObject({ channelKey: "shop-key" });
    expect(await commit(anOutboundAppend(id))).toMatchObject([
      { status: "refused", refusal: "unknown-conversation" },
    ]);
    expect(await conversations.channelOf?.(id)).toBeNull();
  });

  it("does not repeat anything of its batch", async () => {
    const { commit, id, conversations } = await nodeThatKnewOne();
    const answers = await commit(from("v"), from("w"), anOutboundAppend(id), from("w"));
    expect(answers).toMatchObject([
      { status: "stored", created: true, sequences: [1] },
      { status: "stored", created: true, sequences: [1] },
      { status: "refused", refusal: "unknown-conversation" },
      { status: "stored", created: false, sequences: [2] },
    ]);
    expect((await conversations.list({ before: null, limit: 10 })).items).toHaveLength(2);
  });

  it("is not confused with the one that has its number now, as after a failover that lost commits", async () => {
    const { commit, id } = await nodeThatKnewOne();
    const { messages, conversations } = storesOver(other);
    await other.write(async (session) => {
      session.run({ name: "back", text: "select setval('conversation_numbers', 1, false)" });
    });
    await messages.commit({ appends: [from("w")], settlements: [] }, now, aBudget());
    const [answer] = await commit(from("v"));
    expect(answer).toMatchObject({ status: "stored", created: true, sequences: [1] });
    expect(answer).not.toMatchObject({ conversationId: id });
    const { items } = await conversations.list({ before: null, limit: 10 });
    expect(items.map(({ visitorId }) => visitorId)).toHaveLength(2);
    for (const one of items) expect(one.visitorId).toContain(one.visitorKey);
  });

  it("is not created by a visitor without a candidate id, but found when another node has created it", async () => {
    const { commit } = await nodeThatKnewOne();
    const { messages } = storesOver(other);
    await messages.commit({ appends: [from("v")], settlements: [] }, now, aBudget());
    const answers = await commit({ ...from("v"), mayCreate: false } as Append);
    expect(answers).toMatchObject([{ status: "stored", created: false, sequences: [2] }]);
  });
});

it("a cached conversation that its node erases has no channel there any more", async () => {
  const { messages, conversations } = storesOver(node);
  const append = { ...anInboundAppend({ visitorKey: "v" }), candidateId: "c-own", identity: null };
  for (let again = 0; again < 3; again += 1)
    await messages.commit({ appends: [append], settlements: [] }, now, aBudget());
  const read = vi.spyOn(node, "read");
  onTestFinished(() => read.mockRestore());
  expect(await conversations.channelOf?.("c-own")).toMatchObject({ channelKey: "shop-key" });
  expect(read).not.toHaveBeenCalled();
  expect(await conversations.erase("c-own")).toBe(true);
  expect(await conversations.channelOf?.("c-own")).toBeNull();
});

describe("a conversation that a node has claimed", () => {
  it("cannot be settled once another node has erased it", async () => {
    const { messages } = storesOver(node);
    const elsewhere = storesOver(other);
    const none = aBudget(noLeases);
    await elsewhere.messages.commit({ appends: [from("v")], settlements: [] }, now, none);
    const [lease, ...others] = await messages.claim(now, aBudget());
    if (lease === undefined) throw new Error("nothing was claimed");
    expect(others).toEqual([]);
    expect(await elsewhere.conversations.erase(lease.lane.conversationId)).toBe(true);
    const { lane, token } = lease;
    const delivered = { lane, token, verdict: { kind: "delivered", record: null } } as const;
    const settle = () => messages.commit({ appends: [], settlements: [delivered] }, now, none);
    expect((await settle()).settlements).toEqual(["stale"]);
    expect((await settle()).settlements).toEqual(["stale"]);
  });
});

describe("cached conversations", () => {
  const rowOf = (number: number): ConversationRow => ({
    number,
    channel: 1,
    lastSequence: 0,
    backend: 0,
    current: {
      id: `c-${number}`,
      channelKey: "k",
      channelId: "shop",
      visitorKey: `v${number}`,
      visitorId: `v${number}`,
      profile: {},
      createdAt: now,
      lastMessageAt: now,
      owner: { backend: "default", assignee: null, fence: 0 },
    },
  });

  it("stay cached while they are used, however many others are added", () => {
    const known = new KnownConversations();
    known.learn(rowOf(0));
    known.learn(rowOf(1));
    for (let number = 2; number < 100_000; number += 1) {
      known.learn(rowOf(number));
      if (number % 5_000 === 0)
        expect(
          number % 10_000 === 0
            ? known.byId("c-0")
            : known.byVisitor({ channel: 1, visitorKey: "v0" }),
        ).toBeDefined();
    }
    expect([known.byId("c-0")?.number, known.byId("c-1"), known.byId("c-99999")?.number]).toEqual([
      0,
      undefined,
      99_999,
    ]);
    const one = known.byId("c-0");
    if (one !== undefined) known.forget(one);
    expect([known.byId("c-0"), known.byVisitor({ channel: 1, visitorKey: "v0" })]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("make way for another one that has their number since", () => {
    const known = new KnownConversations();
    known.learn(rowOf(5));
    const { current } = rowOf(6);
    known.learn({ ...rowOf(5), current });
    expect([known.byId("c-5"), known.byId("c-6")?.number]).toEqual([undefined, 5]);
    expect(known.byVisitor({ channel: 1, visitorKey: "v5" })).toBeUndefined();
    const found = known.byId("c-6");
    if (found !== undefined) known.forget(found);
    expect(known.byVisitor({ channel: 1, visitorKey: "v6" })).toBeUndefined();
  });

  it("are not displaced by claimed ones, which stay cached until they are settled", () => {
    const known = new KnownConversations();
    known.learn(rowOf(0));
    for (let number = 1; number < 100_000; number += 1) {
      known.lease(rowOf(number));
      if (number % 2 === 0) known.settled(`c-${number}`);
    }
    const ids = ["c-0", "c-99998", "c-99999"];
    expect(ids.map((id) => known.byId(id)?.number)).toEqual([0, undefined, 99_999]);
    const { known: found, unknown } = known.find({ ids, visitors: [] });
    expect([[...found.keys()], unknown.ids]).toEqual([[0, 99_999], ["c-99998"]]);
    for (const one of found.values()) known.forget(one);
    expect(ids.map((id) => known.byId(id)?.number)).toEqual([undefined, undefined, undefined]);
  });
});
