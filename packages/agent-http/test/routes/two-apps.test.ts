import { agentRouter } from "@parley/agent-router";
import { expect, it, onTestFinished } from "vitest";
import { agentHttp, issueToken } from "../../src/index.ts";
import { AgentRig } from "../support/agent-rig.ts";
import type { Handed } from "../support/rig-client.ts";

const tokens = { desk: issueToken(), bot: issueToken() };
const app = (name: keyof typeof tokens) => agentHttp({ tokenDigests: [tokens[name].digest], name });
const text = { type: "text", text: "mine now" };
const ann = { name: "Ann" };

/** Two apps in one gateway. `shop` belongs to desk, `till` to bot; each has a conversation with an open event. */
async function twoApps(mayRead: Readonly<Record<string, readonly string[]>> = {}) {
  const agents = () => [
    agentRouter({
      backends: { desk: app("desk"), bot: app("bot") },
      channels: { shop: "desk" },
      otherwise: "bot",
      mayRead,
    }),
  ];
  const rig = await AgentRig.start({ agents });
  onTestFinished(() => rig.close());
  const own = await rig.say("to the desk", { channel: "shop" });
  const foreign = await rig.say("to the bot", { channel: "till" });
  const desk = rig.client("desk", tokens.desk.token);
  const bot = rig.client("bot", tokens.bot.token);
  return { rig, own, foreign, desk, bot };
}

it("each app is handed the events of its own conversations", async () => {
  const { own, foreign, desk, bot } = await twoApps();
  const ids = (events: readonly Handed[]) => events.map(({ conversationId }) => conversationId);
  expect([ids(await desk.poll()), ids(await bot.poll())]).toEqual([[own], [foreign]]);
});

it("a token opens no other app's door, at any route", async () => {
  const { rig, foreign } = await twoApps();
  const stranger = rig.client("bot", tokens.desk.token);
  const document = await stranger.document();
  for (const [form, methods] of Object.entries(document.paths))
    for (const method of Object.keys(methods)) {
      if (form === "/openapi.json") continue;
      const path = form.replace("{id}", foreign);
      const { status } = await stranger.call(method.toUpperCase(), path, {});
      expect({ method, path, status }).toEqual({ method, path, status: 401 });
    }
});

it("at every route, another app's conversation looks exactly like one that never was", async () => {
  const { rig, foreign, desk } = await twoApps();
  const unknown = `${foreign.slice(0, -3)}xyz`;
  const tries: readonly ((id: string) => readonly [string, string, object?])[] = [
    (id) => ["GET", `/conversations/${id}`],
    (id) => ["GET", `/conversations/${id}/messages`],
    (id) => ["GET", `/conversations/${id}/messages`],
    (id) => ["POST", "/ready", { conversationId: id }],
    (id) => ["POST", "/messages", { conversationId: id, sender: ann, message: text }],
    (id) => ["POST", "/messages", { conversationId: id, sender: ann, message: { type: "dance" } }],
    (id) => ["POST", "/messages", { conversationId: id, sender: ann, message: text, fence: 0 }],
    (id) => ["POST", "/messages", { conversationId: id, message: { type: "typein" } }],
    (id) => [
      "POST",
      "/messages",
      { conversationId: id, sender: ann, message: text, idempotencyKey: "key" },
    ],
  ];
  const compare = async () => {
    for (const request of tries) {
      const [theirs, nobodys] = [
        await desk.call(...request(foreign)),
        await desk.call(...request(unknown)),
      ];
      expect(theirs).toEqual(nobodys);
      expect(theirs.status).toBe(404);
    }
  };
  await compare();
  await rig.node(0).gateway.channelAdmin.remove("till");
  await compare();
  await rig.time.advance(1_000);
  expect(rig.sent).toEqual([]);
});

it("the other app's events cannot be acknowledged, not even with their tokens", async () => {
  const { desk, bot } = await twoApps();
  const [theirs = {}] = await bot.poll();
  expect(await desk.acknowledge(theirs, { ...theirs, token: "guess" })).toEqual([
    "unknown",
    "unknown",
  ]);
  expect(await bot.acknowledge(theirs)).toEqual(["settled"]);
  expect(await desk.acknowledge(theirs)).toEqual(["unknown"]);
});

it("equal idempotency keys of two apps are two keys", async () => {
  const { rig, own, foreign, desk, bot } = await twoApps();
  const body = (conversationId: string, words: string) => ({
    conversationId,
    idempotencyKey: "key",
    sender: ann,
    message: { type: "text", text: words },
  });
  expect(await desk.call("POST", "/messages", body(own, "one"))).toMatchObject({ status: 200 });
  expect(await bot.call("POST", "/messages", body(foreign, "two"))).toMatchObject({ status: 200 });
  await rig.time.advance(1_000);
  expect(rig.sent.map((message) => message["text"]).toSorted()).toEqual(["one", "two"]);
});

it("what one app says of its agents is said of no other app", async () => {
  const { rig, desk } = await twoApps();
  const { gateway } = rig.node(0);
  await desk.call("PUT", "/availability", { available: true, forSeconds: 60 });
  await rig.time.advance(1_100);
  expect([await rig.statusOf("shop", gateway), await rig.statusOf("till", gateway)]).toEqual([
    1, 0,
  ]);
});

it("a conversation that is given away: the new app hears of it first, the old one last, and its open event is gone", async () => {
  const { rig, own, desk, bot } = await twoApps();
  const [early = {}] = await desk.poll();
  const { owners } = rig.node(0).gateway;
  const to = { backend: "bot", assignee: null };
  const change = {
    conversationId: own,
    fence: 0,
    to,
    name: "assigned",
    by: "Ann",
    why: "a bot will do",
  };
  expect(await owners.transition(change)).toMatchObject({ done: true });
  await rig.time.advance(2_000);
  const facts = { type: "conversation.owner", conversationId: own, fence: 1, why: "a bot will do" };
  const gone = await desk.poll();
  expect(gone).toMatchObject([{ ...facts, id: `${own}.1.former-owner`, isNewOwner: false }]);
  expect(await desk.acknowledge(early)).toEqual(["unknown"]);
  expect(await desk.acknowledge(...gone)).toEqual(["settled"]);
  const ofOwn = async () => (await bot.poll()).filter((one) => one.conversationId === own);
  const [came = {}] = await ofOwn();
  expect(came).toMatchObject({ ...facts, id: `${own}.1.owner`, isNewOwner: true });
  expect(await ofOwn()).toEqual([]);
  expect(await bot.acknowledge({ ...came, outcome: "rejected", reason: "no" })).toEqual([
    "settled",
  ]);
  await rig.time.advance(1_000);
  expect(await ofOwn()).toMatchObject([
    { type: "visitor.message", message: { text: "to the desk" } },
  ]);
});

it.each([[{}], [{ desk: ["bot"] }]])(
  "an event that its app has not taken is not handed out once the conversation is another's: may read %j",
  async (mayRead) => {
    const { rig, own, desk } = await twoApps(mayRead);
    const { owners } = rig.node(0).gateway;
    const to = { backend: "bot", assignee: null };
    const change = { conversationId: own, fence: 0, to, name: "assigned", by: "Ann", why: null };
    await owners.transition(change);
    expect((await desk.poll()).filter(({ type }) => type === "visitor.message")).toEqual([]);
  },
);
