import { expect, it, onTestFinished } from "vitest";
import { agentHttp, issueToken } from "../../src/index.ts";
import { AgentRig } from "../support/agent-rig.ts";
import { PushedApp } from "../support/pushed-app.ts";
import { until } from "../support/until.ts";

const keys = ["the first key of an app, 24 bytes", "the second key of an app, 24 bytes"];
const [first, second] = keys.map((key) => `whsec_${Buffer.from(key).toString("base64")}`) as [
  string,
  string,
];
const issued = issueToken();

/** A gateway that posts to an app which checks signatures with `appSecret`. */
async function started({
  appSecret = first,
  secrets = [first],
  rejects = undefined as number[] | undefined,
} = {}) {
  const given: { app: PushedApp | null } = { app: null };
  const agents = () => {
    const origin = given.app?.origin ?? "http://127.0.0.1:9";
    const push = { url: `${origin}/events`, secrets, ...(rejects && { rejects }) };
    const options = { tokenDigests: [issued.digest], push, allowOrigins: [origin] };
    return [agentHttp(options)];
  };
  const clock = { now: (): number => rig?.time.now() ?? 0 };
  const app = await new PushedApp(appSecret, clock).listen();
  given.app = app;
  const rig: AgentRig = await AgentRig.start({ agents });
  onTestFinished(async () => {
    await rig.close();
    await app.close();
  });
  return { rig, app, client: rig.client("http", issued.token) };
}

it("events are posted signed, in order, and each carries its id", async () => {
  const { rig, app } = await started();
  const id = await rig.say("one");
  await rig.say("two");
  await until(rig.time, () => app.events.all.length === 2);
  expect(app.events.all.map((event) => [event.id, event["message"]])).toEqual([
    [`${id}.1`, { type: "text", text: "one" }],
    [`${id}.2`, { type: "text", text: "two" }],
  ]);
  expect(app.received).toEqual([`${id}_1`, `${id}_2`]);
  expect(Object.keys(app.events.all[0] ?? {})).not.toContain("turn");
});

it("with two keys, an app that knows either takes the event", async () => {
  const { rig, app } = await started({ appSecret: second, secrets: [first, second] });
  await rig.say("hello");
  await until(rig.time, () => app.events.all.length === 1);
});

it("an app with another key refuses, and nothing becomes a dead letter", async () => {
  const { rig, app } = await started({ appSecret: second });
  await rig.say("hello");
  const { gateway } = rig.node(0);
  await until(rig.time, () => gateway.pauses.lasting().length === 1);
  expect(app.events.all).toEqual([]);
  const found = await gateway.diagnosis.run({ probe: false }, new AbortController().signal);
  expect(found.filter(({ check }) => check === "agent-http-push")).toMatchObject([
    { level: "fault", message: expect.stringContaining("HTTP 401") as string },
  ]);
});

it("every kind of event is posted", async () => {
  const { rig, app, client } = await started();
  const id = await rig.say("hello");
  await rig.send({ sender: { id: "v1" }, message: { type: "typein" } });
  const body = {
    conversationId: id,
    sender: { name: "Ann" },
    message: { type: "text", text: "a" },
  };
  await client.call("POST", "/messages", body);
  await until(rig.time, () => app.events.all.some(({ type }) => type === "delivery.delivered"));
  rig.transport.answer = () => ({ status: 200, body: '{"error":{"code":1,"message":"closed"}}' });
  await client.call("POST", "/messages", body);
  await until(rig.time, () => app.events.all.some(({ type }) => type === "delivery.report"));
  await rig.node(0).gateway.conversations.erase(id);
  await until(rig.time, () => app.events.all.some(({ type }) => type === "conversation.erased"));
  expect([...new Set(app.events.all.map(({ type }) => type))].toSorted()).toEqual([
    "conversation.erased",
    "delivery.delivered",
    "delivery.report",
    "visitor.message",
    "visitor.typing",
  ]);
});

it("a status that refuses for good makes a dead letter, and others bring the event again", async () => {
  const { rig, app } = await started({ rejects: [418] });
  const { deadLetters } = rig.node(0).gateway;
  const letters = async () => (await deadLetters.list({ before: null, limit: 5 })).items.length;
  app.status = 404;
  await rig.say("hello");
  await until(rig.time, () => app.received.length === 1);
  expect(await letters()).toBe(0);
  app.status = 418;
  await rig.time.advance(3_000);
  await until(rig.time, async () => (await letters()) === 1);
});

it("an erasure that the app has nothing left of is taken", async () => {
  const { rig, app } = await started();
  const id = await rig.say("hello");
  await until(rig.time, () => app.events.all.length === 1);
  app.status = 404;
  await rig.node(0).gateway.conversations.erase(id);
  await until(rig.time, () => app.received.includes(`${id}_erased`));
  await rig.time.advance(120_000);
  expect(app.received.filter((one) => one === `${id}_erased`)).toHaveLength(1);
});

it("an app that asked for a pause may end it", async () => {
  const { rig, app, client } = await started();
  app.busyForSeconds = 3_000;
  await rig.say("hello");
  const { pauses } = rig.node(0).gateway;
  await until(rig.time, () => pauses.lasting().length === 1);
  app.busyForSeconds = null;
  expect(await client.call("POST", "/ready")).toMatchObject({ status: 204 });
  await until(rig.time, () => app.events.all.length === 1);
});
