import { MemoryData, memoryStores } from "@parley/core/memory";
import { expect, it, onTestFinished } from "vitest";
import { allApps } from "./apps/all-apps.ts";
import { PluginRig } from "./support/plugin-rig.ts";

it.each(allApps)(
  "%s that says when it can be called again is not called before",
  async (_what, makeApp) => {
    const data = new MemoryData();
    const rig = await PluginRig.start(() => memoryStores({ data }), makeApp());
    onTestFinished(() => rig.close());
    const brought = () => rig.app.calls.filter(({ target }) => /^(POST|PUT)/.test(target)).length;

    rig.app.busyForSeconds = 600;
    const id = await rig.say("hello");
    await rig.until("the app is asked", () => brought() === 1);
    const { pauses } = rig.node(0).gateway;
    await rig.until("the pause begins", () => pauses.lasting().length === 1);
    await rig.time.advance(595_000);
    expect(brought()).toBe(1);
    rig.app.busyForSeconds = null;
    await rig.time.advance(10_000);
    await rig.until("the app has it", () => rig.shown(id).length === 1);
    const { items } = await rig.node(0).gateway.deadLetters.list({ before: null, limit: 10 });
    expect(items).toEqual([]);
  },
);
