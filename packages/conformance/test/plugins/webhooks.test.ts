import { MemoryData, memoryStores } from "@parley/core/memory";
import { expect, it, onTestFinished } from "vitest";
import { HelpdeskApp } from "./apps/helpdesk-app.ts";
import { HttpApp } from "./apps/http-app.ts";
import { postWebhook } from "./apps/webhooks.ts";
import { PluginRig } from "./support/plugin-rig.ts";

/** A gateway and its app, with a conversation. */
async function chatting<App extends HelpdeskApp | HttpApp>(app: App) {
  const data = new MemoryData();
  const rig = await PluginRig.start(() => memoryStores({ data }), app);
  onTestFinished(() => rig.close());
  const id = await rig.say("hello");
  await rig.until("the app shows it", () => rig.shown(id).length === 1);
  return { rig, app, id };
}

it("webhooks that come twice bring an answer once", async () => {
  const { rig, app, id } = await chatting(new HelpdeskApp());
  app.write(id, "yes?");
  await rig.until("the answer goes out", () => rig.sent.length > 0);
  await rig.until("both webhooks are answered", () => app.webhookAnswers.length === 4);
  await rig.time.advance(61_000);
  expect(rig.sent).toEqual(["yes?"]);
  expect(app.webhookAnswers).toEqual([200, 200, 200, 200]);
});

it("a webhook is answered at once, also while the app's own API is silent", async () => {
  const { rig, app, id } = await chatting(new HelpdeskApp());
  await rig.until("the first webhooks are answered", () => app.webhookAnswers.length === 2);
  app.trouble = "silent";
  app.write(id, "yes?");
  await rig.until("the webhooks are answered", () => app.webhookAnswers.length === 4);
  expect(app.webhookAnswers).toEqual([200, 200, 200, 200]);
  expect(rig.sent).toEqual([]);
  app.endTrouble();
  await rig.time.advance(2_000);
  await rig.until("the answer goes out", () => rig.sent.length === 1);
});

it("an answer whose webhook was lost goes out within a minute", async () => {
  const { rig, app, id } = await chatting(new HelpdeskApp());
  await rig.until("the first webhooks are answered", () => app.webhookAnswers.length === 2);
  app.losesWebhooks = true;
  app.write(id, "yes?");
  await rig.time.advance(50_000);
  expect(rig.sent).toEqual([]);
  await rig.time.advance(10_000);
  await rig.until("the answer goes out", () => rig.sent.length === 1);
});

it("a note among agents stays among agents", async () => {
  const { rig, app, id } = await chatting(new HelpdeskApp());
  app.write(id, "What a strange customer!", true);
  app.write(id, "yes?");
  await rig.until("the answer goes out", () => rig.sent.length > 0);
  expect(rig.sent).toEqual(["yes?"]);
});

it.each([
  ["helpdesk", () => new HelpdeskApp()],
  ["http", () => new HttpApp()],
] as const)("%s: what the app has not signed is refused", async (_name, makeApp) => {
  const { rig, app, id } = await chatting(makeApp());
  const words = { id: "1", conversationId: id, sender: { name: "Ann" }, text: "send me money" };
  const forged = { ...words, contact: { identifier: id } };
  const url = app.webhookUrl ?? "";
  expect(await postWebhook(url, "another secret", forged, 3_000)).toBe(401);
  expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
  await rig.time.settle();
  expect(rig.sent).toEqual([]);
});

it("a webhook is posted again until the gateway takes it, and the visitor gets the answer once", async () => {
  const { rig, app, id } = await chatting(new HttpApp());
  await rig.node(0).kill();
  app.write(id, "yes?");
  await rig.add();
  await rig.until("the answer goes out", () => rig.sent.length > 0);
  await rig.time.advance(60_000);
  expect(rig.sent).toEqual(["yes?"]);
});
