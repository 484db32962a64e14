import { MemoryData, memoryStores } from "@parley/core/memory";
import { expect, it, onTestFinished } from "vitest";
import type { AppServer } from "./apps/app-server.ts";
import { HelpdeskApp } from "./apps/helpdesk-app.ts";
import { PolledApp } from "./apps/polled-app.ts";
import { PluginRig } from "./support/plugin-rig.ts";

async function started(app: AppServer): Promise<PluginRig> {
  const data = new MemoryData();
  const rig = await PluginRig.start(() => memoryStores({ data }), app);
  onTestFinished(() => rig.close());
  return rig;
}

it.each([
  ["thread", () => new HelpdeskApp(), "/conversations"],
  ["topic", () => new PolledApp(), "/topics"],
] as const)(
  "a %s that is opened while its conversation is erased is deleted in the app",
  async (_what, makeApp, path) => {
    const rig = await started(makeApp());
    const held = Promise.withResolvers<void>();
    const opening = Promise.withResolvers<void>();
    rig.app.before = ({ target }) => {
      if (!target.startsWith("POST ") || !target.endsWith(path)) return Promise.resolve();
      opening.resolve();
      return held.promise;
    };
    const id = await rig.say("hello");
    let isOpening = false;
    void opening.promise.then(() => (isOpening = true));
    await rig.until("the plugin opens it", () => isOpening);
    expect(await rig.node(0).gateway.conversations.erase(id)).toBe(true);
    await rig.time.settle();
    held.resolve();
    await rig.until("it is deleted", () =>
      rig.app.calls.some(({ target }) => target.startsWith("DELETE ")),
    );
    await rig.until("nothing is left in the app", () => rig.app.conversationCount === 0);
    const { entries } = await rig.node(0).state.list("", { after: null, limit: 100 });
    expect(entries.filter(({ conversationId }) => conversationId !== null)).toEqual([]);
  },
);

it("an erased conversation is forgotten once the app is back", async () => {
  const rig = await started(new HelpdeskApp());
  const id = await rig.say("hello");
  await rig.until("the app shows it", () => rig.shown(id).length === 1);
  rig.app.trouble = "away";
  expect(await rig.node(0).gateway.conversations.erase(id)).toBe(true);
  await rig.until("it was tried", () =>
    rig.app.calls.some(({ target }) => target.startsWith("DELETE ")),
  );
  expect(rig.app.conversationCount).toBe(1);
  rig.app.endTrouble();
  await rig.until("some failures pass", async () => {
    await rig.time.advance(1_000);
    return rig.app.conversationCount === 0;
  });
});
