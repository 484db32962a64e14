import type { PluginEntryPage } from "@parley/core";
import type { Runner } from "../../runner.ts";
import { ScriptedPlugin } from "../../scripted/scripted-plugin.ts";
import { want } from "../../want.ts";
import { type FreshStores, GatewayRig } from "../gateway-rig.ts";

/** A rig whose gateway has one plugin. */
async function startWith(fresh: FreshStores, plugin: ScriptedPlugin): Promise<GatewayRig> {
  return GatewayRig.start(fresh(), {}, {}, [plugin]);
}

/** What a plugin keeps, and when it is called for it. */
export function pluginStateTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("the state of a plugin", () => {
    it("is there after a kill", async () => {
      const plugin = new ScriptedPlugin();
      const rig = await startWith(fresh, plugin);
      const answer = await plugin.state.write([{ put: "thread:7", value: { id: "ü" } }]);
      await rig.kill();
      await rig.startAgain();
      const entry = await plugin.state.get("thread:7");
      want(
        "the same",
        [entry?.value, answer],
        [{ id: "ü" }, { written: true, versions: [entry?.version] }],
      );
      await rig.stop();
    });

    it("is listed page by page", async () => {
      const plugin = new ScriptedPlugin();
      const rig = await startWith(fresh, plugin);
      await plugin.state.write(["a:2", "b", "a:1", "a:3"].map((put) => ({ put, value: 1 })));
      const keys: string[][] = [];
      let after: string | null = null;
      do {
        const page: PluginEntryPage = await plugin.state.list("a:", { after, limit: 2 });
        keys.push(page.entries.map(({ key }) => key));
        after = page.next;
      } while (after !== null);
      want("in two pages", keys, [["a:1", "a:2"], ["a:3"]]);
      await rig.stop();
    });

    it("is not written when the store fails, or perhaps", async () => {
      const plugin = new ScriptedPlugin();
      const rig = await startWith(fresh, plugin);
      for (const fault of ["before", "after"] as const) {
        rig.commitFault = fault;
        const failed = await plugin.state.write([{ put: fault, value: 1 }]).catch(String);
        want("the plugin is told", /outcome is unknown/.test(String(failed)), true);
        rig.commitFault = null;
        want("as the store says", (await plugin.state.get(fault)) !== null, fault === "after");
      }
      await rig.stop();
    });

    it("of an erased conversation goes to its listener, and then it is gone", async () => {
      const plugin = new ScriptedPlugin();
      const rig = await startWith(fresh, plugin);
      const conversationId = await rig.say("hello");
      const puts = Array.from(
        { length: 150 },
        (_, index) => `message:${String(index).padStart(3, "0")}`,
      );
      for (const half of [puts.slice(0, 75), puts.slice(75)])
        await plugin.state.write(half.map((put) => ({ put, value: 1, conversationId })));
      want("it is erased", await rig.gateway.conversations.erase(conversationId), true);
      await rig.time.settle();
      const told = plugin.erased.map(({ entries }) => entries.map(({ key }) => key));
      want("in two calls", told, [puts.slice(0, 100), puts.slice(100)]);
      const refused = await plugin.state.write([{ put: "late", value: 1, conversationId }]);
      want("nothing new", refused, { written: false, index: 0, why: "erased" });
      want(
        "the keys are free",
        (await plugin.state.write([{ put: puts[0] ?? "", value: 2 }])).written,
        true,
      );
      await rig.stop();
    });
  });
}
