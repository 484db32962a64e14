import { AgentBackend } from "@parley/core";
import { expect, it, onTestFinished } from "vitest";
import { AgentRig } from "../support/agent-rig.ts";

async function started(): Promise<AgentRig> {
  const rig = await AgentRig.start();
  onTestFinished(() => rig.close());
  return rig;
}

/** A conversation whose first message the app has taken. */
async function chatting() {
  const rig = await started();
  const client = rig.client();
  const id = await rig.say("hello");
  await client.acknowledge(...(await client.poll()));
  const write = (text: string, key?: string) =>
    client.call("POST", "/messages", {
      conversationId: id,
      sender: { name: "Ann" },
      message: { type: "text", text },
      ...(key !== undefined && { idempotencyKey: key }),
    });
  return { rig, client, id, write };
}

it("a message that was not delivered is reported with the app's key and the shop's words", async () => {
  const { rig, client, id, write } = await chatting();
  const refusal = '{"error":{"code":1,"message":"<i>closed</i>"}}';
  rig.transport.answer = () => ({ status: 200, body: refusal });
  await write("hello", "key 1");
  await rig.time.advance(1_000);
  const [report = {}] = await client.poll();
  expect(report).toMatchObject({
    type: "delivery.report",
    id: `${id}.2.report`,
    deliveryId: `${id}.2`,
    sequence: 2,
    direction: "outbound",
    reason: "rejected",
    description: "<i>closed</i>",
    idempotencyKey: "key 1",
    instance: "http",
    part: 1,
    parts: 1,
    state: "failed",
    mayBeRepeat: false,
  });
  expect(await client.acknowledge(report)).toEqual(["settled"]);
});

it("a message that was delivered is told, and no visitor's message waits for that", async () => {
  const { rig, client, id, write } = await chatting();
  await write("yes?", "key 1");
  await rig.say("and?");
  await rig.time.advance(1_000);
  const events = await client.poll();
  expect(events.map(({ type }) => type).toSorted()).toEqual([
    "delivery.delivered",
    "visitor.message",
  ]);
  const notice = events.find(({ type }) => type === "delivery.delivered");
  expect(notice).toMatchObject({ id: `${id}.2.delivered`, idempotencyKey: "key 1", part: 1 });
  expect(await client.acknowledge(...events)).toEqual(["settled", "settled"]);
  await write("good", "key 2");
  await rig.time.advance(1_000);
  expect(await client.poll()).toMatchObject([{ idempotencyKey: "key 2" }]);
});

it("typing comes once, needs no acknowledgement, and is dropped when nobody asks for 10 s", async () => {
  const { rig, client, id } = await chatting();
  await rig.send({ sender: { id: "v1" }, message: { type: "typein" } });
  const events = await client.poll();
  expect(events).toEqual([
    {
      type: "visitor.typing",
      id: expect.stringContaining(`${id}.typing.`) as string,
      conversationId: id,
      channelId: "shop",
      typing: "typein",
    },
  ]);
  expect(await client.poll()).toEqual([]);
  expect(await client.acknowledge({ ...events[0], token: "none" })).toEqual(["unknown"]);
  await rig.time.advance(10_500);
  expect(await client.poll()).toMatchObject([{ typing: "typeout" }]);
  await rig.send({ sender: { id: "v1" }, message: { type: "typein" } });
  await rig.send({ sender: { id: "v1" }, message: { type: "typeout" } });
  await rig.time.advance(10_500);
  expect(await client.poll()).toEqual([]);
});

it("an erasure is told until it is acknowledged, and what was kept of the conversation is gone", async () => {
  const { rig, client, id } = await chatting();
  await rig.say("secret");
  await client.poll({ leaseSeconds: 600 });
  expect(await rig.node(0).gateway.conversations.erase(id)).toBe(true);
  await rig.time.advance(1_000);
  const [erased = {}, ...others] = await client.poll({ leaseSeconds: 5 });
  expect(others).toEqual([]);
  expect(erased).toMatchObject({
    type: "conversation.erased",
    id: `${id}.erased`,
    conversationId: id,
    channelId: "shop",
  });
  await rig.time.advance(6_000);
  const [again = {}] = await client.poll();
  expect(again).toMatchObject({ id: `${id}.erased`, mayBeRepeat: true });
  expect(await client.acknowledge(again)).toEqual(["settled"]);
  await rig.time.advance(60_000);
  expect(await client.poll()).toEqual([]);
});

it("an event that was handed out before its conversation was erased cannot be acknowledged after", async () => {
  const { rig, client, id } = await chatting();
  await rig.say("secret");
  const [event = {}] = await client.poll();
  await rig.node(0).gateway.conversations.erase(id);
  await rig.time.settle();
  expect(await client.acknowledge(event)).toEqual(["unknown"]);
});

it("agents are there as long as the app says so, on the channels that it names", async () => {
  const { rig, client } = await chatting();
  const { gateway } = rig.node(0);
  const status = async (id: string) => {
    await rig.time.advance(1_100);
    return rig.statusOf(id, gateway);
  };
  expect(await status("shop")).toBe(0);
  const body = { available: true, forSeconds: 20, channels: ["shop"] };
  const { json } = await client.call("PUT", "/availability", body);
  expect(json).toEqual({ until: rig.time.now() + 20_000 });
  expect([await status("shop"), await status("till")]).toEqual([1, 0]);
  await rig.time.advance(20_000);
  expect(await status("shop")).toBe(0);
  await client.call("PUT", "/availability", { available: true, forSeconds: 20 });
  expect(await status("till")).toBe(1);
  await client.call("PUT", "/availability", { available: false, forSeconds: 20 });
  expect(await status("till")).toBe(0);
});

it("an event of a conversation that was erased meanwhile is dropped", async () => {
  const { rig } = await chatting();
  const backend = await rig.node(0).gateway.get(AgentBackend);
  const turn = { conversationId: "nobody", kind: "inbound", token: 1 } as const;
  const event = { id: "nobody.1", conversationId: "nobody", channelId: "shop", sequence: 1, turn };
  const visitor = { id: "v1" };
  const message = { type: "text", text: "hello" } as const;
  const facts = { visitor, message, fence: 0, acceptedAt: 0, mayBeRepeat: false };
  const { signal } = new AbortController();
  expect(await backend.receive({ ...event, ...facts }, signal)).toEqual({ outcome: "taken" });
});
