import { GatewayRig, ScriptedPlugin } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { okFinding } from "../../../src/engine/diagnosis/findings/findings.ts";
import { memoryStores } from "../../../src/memory/index.ts";
import type { Finding } from "../../../src/ports/platform/diagnosis.ts";

const diagnosed = ({ gateway }: GatewayRig): Promise<readonly Finding[]> =>
  gateway.diagnosis.run({ probe: false }, new AbortController().signal);
const briefly = ({ check, level }: Finding): string => `${check} ${level}`;

describe("the doctor", () => {
  it("tells what plugins keep, and what is wrong with it", async () => {
    const plugin = new ScriptedPlugin();
    const bounds = { pluginEntries: 5 };
    const rig = await GatewayRig.start(memoryStores, {}, bounds, [plugin]);
    const conversationId = await rig.say("hello");
    const found = async () =>
      (await diagnosed(rig)).filter(({ check }) => check === "plugin-state");
    await plugin.state.write([
      { put: "a", value: 1, conversationId },
      { put: "b", value: 1 },
      { put: "poll", value: 1, due: rig.time.now() + 1_000 },
    ]);
    expect(await found()).toEqual([
      okFinding("plugin-state", "Plugin app keeps 3 entries and 0.0 MB."),
    ]);
    await plugin.state.write([{ put: "c", value: 1 }]);
    expect((await found()).map(briefly)).toEqual(["plugin-state warning"]);
    await plugin.state.write([{ put: "d", value: 1 }]);
    expect((await found()).map(briefly)).toEqual(["plugin-state fault"]);
    plugin.answer = null;
    plugin.erasure = () => Promise.reject(new Error("down"));
    await rig.time.advance(1_000);
    plugin.lastCall.fail();
    await rig.gateway.conversations.erase(conversationId);
    await rig.time.settle();
    expect((await found()).map(({ message }) => message)).toEqual([
      "Plugin app keeps 5 entries and 0.0 MB.",
      "Plugin app: the last due call of 1 entry failed.",
      "Plugin app has not taken the erasure of conversations, of which it keeps 1 entry.",
    ]);
    await rig.stop();
  });

  it("names calls of the agent app that never end", async () => {
    const rig = await GatewayRig.start(memoryStores);
    rig.backend.answer = () => "hang";
    await rig.say("hello");
    await rig.time.advance(5 * 60_000);
    const found = (await diagnosed(rig)).find(({ check }) => check === "plugin-calls");
    expect(found?.message).toBe(
      "The agent app's plugin was called more than five minutes ago and has not answered: 1 call.",
    );
    await rig.stop();
  });
});
