import { MemoryData, memoryStores } from "@parley/core/memory";
import { expect, it, onTestFinished } from "vitest";
import { HelpdeskApp } from "./apps/helpdesk-app.ts";
import { PluginRig } from "./support/plugin-rig.ts";

/** A conversation whose first event has opened a thread in the app. Its plugin has not heard of that. */
async function threadUnheardOf() {
  const app = new HelpdeskApp();
  const data = new MemoryData();
  const rig = await PluginRig.start(() => memoryStores({ data }), app);
  onTestFinished(() => rig.close());
  app.before = async ({ target }) => {
    if (/^POST .*\/conversations$/.test(target)) app.trouble = "answer-lost";
  };
  const id = await rig.say("hello");
  await rig.until("a thread is open", () => app.conversationCount === 1);
  app.before = () => Promise.resolve();
  return { rig, app, id };
}

it("an event finds the thread that an earlier one has opened before it became a dead letter", async () => {
  const { rig, app, id } = await threadUnheardOf();
  app.trouble = "refusing";
  await rig.until("it is a dead letter", async () => {
    await rig.time.advance(1_000);
    const { items } = await rig.node(0).gateway.deadLetters.list({ before: null, limit: 10 });
    return items.length === 1;
  });
  app.trouble = null;
  await rig.say("hello again");
  await rig.until("the next one is shown", () => rig.shown(id).length === 1);
  expect(app.conversationCount).toBe(1);
});

it("what an agent has written in a thread that is found goes out at once", async () => {
  const { rig, app, id } = await threadUnheardOf();
  app.losesWebhooks = true;
  app.trouble = null;
  app.write(id, "is anybody there?");
  await rig.time.advance(2_000);
  await rig.until("the answer goes out", () => rig.sent.length === 1);
});
