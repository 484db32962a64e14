import { MemoryData, memoryStores } from "@parley/core/memory";
import * as runner from "vitest";
import { AgentBench } from "../../src/agent-app/agent-bench.ts";
import { erasureListenerSuite } from "../../src/index.ts";
import { allApps } from "./apps/all-apps.ts";
import type { AppServer, FixedAnswer } from "./apps/app-server.ts";
import { HelpdeskApp } from "./apps/helpdesk-app.ts";
import { PolledApp } from "./apps/polled-app.ts";
import { openErasureApp } from "./support/open-erasure-app.ts";
import { PluginRig } from "./support/plugin-rig.ts";

const { expect, it, onTestFinished } = runner;

for (const [what, makeApp] of allApps) erasureListenerSuite(runner, what, openErasureApp(makeApp));

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

/** An app that is told of an erasure. Returns what its plugin answers. */
async function toldErased(app: AppServer, answer: FixedAnswer): Promise<unknown> {
  const bench = await AgentBench.start();
  onTestFinished(() => bench.close());
  const { listener, state, remember, erase, close } = await openErasureApp(() => app)(bench);
  onTestFinished(close);
  const conversationId = await remember("a");
  const kept = await state?.list("", { after: null, limit: 100 });
  const entries = kept?.entries.filter((entry) => entry.conversationId === conversationId) ?? [];
  await erase(conversationId);
  app.fixedAnswer = answer;
  const { signal } = new AbortController();
  return listener.erased({ conversationId, channelId: "shop", entries }, signal);
}

const page = "<!doctype html><p>There is nothing here.";
const gone: readonly (readonly [string, FixedAnswer])[] = [
  ["404 and a page", { status: 404, text: page }],
  ["404", { status: 404 }],
  ["410 and a page", { status: 410, text: page }],
  ["410", { status: 410 }],
  ["204", { status: 204 }],
];

it.each(allApps.flatMap(([what, makeApp]) => gone.map((how) => [what, ...how, makeApp] as const)))(
  "%s that answers %s has nothing left of an erased conversation",
  async (_what, _how, answer, makeApp) => {
    expect(await toldErased(makeApp(), answer)).toEqual({ outcome: "taken" });
  },
);

it.each(allApps)("%s that is busy is told of an erasure later", async (_what, makeApp) => {
  const answer = { status: 429, headers: { "retry-after": "60" }, text: "busy" };
  const receipt = { outcome: "later", inMs: 60_000 };
  expect(await toldErased(makeApp(), answer)).toMatchObject(receipt);
});
