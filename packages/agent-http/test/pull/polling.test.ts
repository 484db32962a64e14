import { expect, it, onTestFinished } from "vitest";
import { AgentRig } from "../support/agent-rig.ts";

async function started(): Promise<AgentRig> {
  const rig = await AgentRig.start();
  onTestFinished(() => rig.close());
  return rig;
}

it("hands a visitor's message out with all that core tells of it", async () => {
  const rig = await started();
  const client = rig.client();
  const message = { type: "text", text: "<b>hello</b>" };
  await rig.send({ sender: { id: 42, name: "Ann", phone: "1" }, message });
  const [event] = await client.poll();
  const { items } = await rig.node(0).gateway.conversations.list({ before: null, limit: 1 });
  const id = items[0]?.id ?? "";
  expect(event).toEqual({
    type: "visitor.message",
    id: `${id}.1`,
    conversationId: id,
    channelId: "shop",
    sequence: 1,
    visitor: { id: "42", name: "Ann", phone: "1" },
    message,
    fence: 0,
    acceptedAt: rig.time.now(),
    mayBeRepeat: false,
    token: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/) as string,
  });
});

it("one event of a conversation is with the app at a time, and the next follows its acknowledgement", async () => {
  const rig = await started();
  const client = rig.client();
  await rig.say("one");
  await rig.say("two");
  const [one, ...others] = await client.poll();
  expect([one?.["message"], others]).toEqual([{ type: "text", text: "one" }, []]);
  expect(await client.poll()).toEqual([]);
  expect(await client.acknowledge(one ?? {})).toEqual(["settled"]);
  const [two] = await client.poll();
  expect(two).toMatchObject({ message: { text: "two" }, mayBeRepeat: false });
  expect(two?.token).not.toBe(one?.token);
});

it("messages of many conversations come in one answer, at most as many as asked for", async () => {
  const rig = await started();
  const client = rig.client();
  for (let number = 0; number < 30; number += 1) await rig.say("hello", { visitor: `v${number}` });
  const some = await client.poll({ limit: 7 });
  const others = await client.poll({ limit: 100 });
  expect([some.length, others.length]).toEqual([7, 23]);
  expect(new Set([...some, ...others].map(({ id }) => id)).size).toBe(30);
});

it("a waiting poll is answered as soon as there is an event, and empty after its time", async () => {
  const rig = await started();
  const client = rig.client();
  const first = client.waiting();
  await rig.time.advance(5_000);
  expect(first.events()).toBe(null);
  await rig.say("hello");
  expect(first.events()).toMatchObject([{ message: { text: "hello" } }]);
  const second = client.waiting({ waitSeconds: 3 });
  await rig.time.advance(2_900);
  expect(second.events()).toBe(null);
  await rig.time.advance(200);
  expect(second.events()).toEqual([]);
});

it("waiting polls are served in turn", async () => {
  const rig = await started();
  const client = rig.client();
  const polls = [client.waiting({ limit: 1 }), client.waiting({ limit: 1 })];
  await rig.time.settle();
  await rig.say("hello", { visitor: "a" });
  await rig.say("hello", { visitor: "b" });
  expect(polls.map(({ events }) => events()?.length)).toEqual([1, 1]);
});

it("an event whose lease is over comes again with another token, as one that may be a repeat", async () => {
  const rig = await started();
  const client = rig.client();
  await rig.say("hello");
  const [first] = await client.poll({ leaseSeconds: 5 });
  await rig.time.advance(4_900);
  expect(await client.poll()).toEqual([]);
  await rig.time.advance(200);
  const [again] = await client.poll();
  expect(again).toEqual({ ...first, token: again?.token, mayBeRepeat: true });
  expect(again?.token).not.toBe(first?.token);
  expect(await client.acknowledge(first ?? {})).toEqual(["expired"]);
  expect(await client.acknowledge(again ?? {})).toEqual(["settled"]);
  expect(await client.poll()).toEqual([]);
});

it("an acknowledgement after the lease counts as long as the event was not handed out again", async () => {
  const rig = await started();
  const client = rig.client();
  await rig.say("hello");
  const [event] = await client.poll({ leaseSeconds: 5 });
  await rig.time.advance(60_000);
  expect(await client.acknowledge(event ?? {})).toEqual(["settled"]);
  await rig.time.advance(60_000);
  expect(await client.poll()).toEqual([]);
});

it("an acknowledgement twice is settled both times, and unknown once it is forgotten", async () => {
  const rig = await started();
  const client = rig.client();
  await rig.say("hello");
  const [event = {}] = await client.poll();
  expect(await client.acknowledge(event, event)).toEqual(["settled", "settled"]);
  expect(await client.acknowledge(event)).toEqual(["settled"]);
  await rig.time.advance(2 * 60 * 60_000 + 1_000);
  expect(await client.acknowledge(event)).toEqual(["unknown"]);
});

it("what was never handed out cannot be acknowledged", async () => {
  const rig = await started();
  const client = rig.client();
  const id = await rig.say("hello");
  const guesses = [
    { id: `${id}.1`, token: "guess" },
    { id: `${id}.2`, token: "guess" },
    { id: `${id}.erased`, token: "guess" },
    { id: "nobody.1", token: "guess" },
    { id: "__proto__.1", token: "guess" },
    { id: "no id", token: "guess" },
  ];
  expect(await client.acknowledge(...guesses)).toEqual(guesses.map(() => "unknown"));
  const [event] = await client.poll();
  expect(await client.acknowledge({ ...event, token: "guess" })).toEqual(["unknown"]);
  expect(await client.acknowledge(event ?? {})).toEqual(["settled"]);
});

it("not being polled is no attempt: the event waits for hours, and then comes at once", async () => {
  const rig = await started();
  await rig.say("hello");
  await rig.time.advance(2.5 * 60 * 60_000);
  const { items } = await rig.node(0).gateway.deadLetters.list({ before: null, limit: 1 });
  expect(items).toEqual([]);
  const client = rig.client();
  const [event = {}] = await client.poll();
  expect(event).toMatchObject({ message: { text: "hello" }, mayBeRepeat: false });
  await rig.say("and?");
  expect(await client.acknowledge(event)).toEqual(["settled"]);
  await rig.time.advance(1_000);
  expect(await client.poll()).toMatchObject([{ message: { text: "and?" } }]);
});

it("an event that the app wants later comes again after that time, and not before", async () => {
  const rig = await started();
  const client = rig.client();
  await rig.say("hello");
  const [event] = await client.poll();
  const later = { ...event, outcome: "later", inSeconds: 100 };
  expect(await client.acknowledge(later)).toEqual(["settled"]);
  expect(await client.acknowledge(later)).toEqual(["settled"]);
  await rig.time.advance(99_000);
  expect(await client.poll()).toEqual([]);
  await rig.time.advance(1_500);
  expect(await client.poll()).toMatchObject([{ id: event?.id, mayBeRepeat: true }]);
});

it("ready ends what the app has postponed: of one conversation, or of all", async () => {
  const rig = await started();
  const client = rig.client();
  const [a, b] = [await rig.say("a", { visitor: "a" }), await rig.say("b", { visitor: "b" })];
  const events = await client.poll();
  await client.acknowledge(...events.map((one) => ({ ...one, outcome: "later", inSeconds: 900 })));
  expect(await client.call("POST", "/ready", { conversationId: a })).toMatchObject({ status: 204 });
  const first = await client.poll();
  expect(first.map(({ conversationId }) => conversationId)).toEqual([a]);
  expect(await client.call("POST", "/ready")).toMatchObject({ status: 204 });
  const second = await client.poll();
  expect(second.map(({ conversationId }) => conversationId)).toEqual([b]);
});

it("a rejected event becomes a dead letter with the app's reason, and is reported to the app", async () => {
  const rig = await started();
  const client = rig.client();
  const id = await rig.say("hello");
  const [event] = await client.poll();
  await client.acknowledge({ ...event, outcome: "rejected", reason: "no such inbox" });
  const { items } = await rig.node(0).gateway.deadLetters.list({ before: null, limit: 1 });
  expect(items).toMatchObject([{ conversationId: id, failure: { description: "no such inbox" } }]);
  const [report = {}] = await client.poll();
  expect(report).toMatchObject({
    type: "delivery.report",
    id: `${id}.1.report`,
    direction: "inbound",
    reason: "backend-rejected",
    description: "no such inbox",
  });
  expect(await client.acknowledge(report)).toEqual(["settled"]);
  const redelivered = await rig.node(0).gateway.deadLetters.redeliver(id, 1);
  expect(redelivered).toBe(true);
  await rig.time.settle();
  expect(await client.poll()).toMatchObject([{ message: { text: "hello" }, mayBeRepeat: true }]);
});
