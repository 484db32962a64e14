import type { Runner } from "../../runner.ts";
import { want } from "../../want.ts";
import type { FreshStores } from "../gateway-rig.ts";
import { AgentsRig } from "./agents-rig.ts";
import { PluginAgent } from "./plugin-agent.ts";

/** Due calls for a conversation, and its owner. */
export function agentsDueCallTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("a due call", () => {
    it("for a conversation is aborted when its backend changes, and comes again", async () => {
      const all = await AgentsRig.start(fresh);
      await all.rig.stop();
      const sales = new PluginAgent(all.rig.time);
      all.add("sales", sales);
      await all.rig.startAgain();
      const conversationId = await all.say("sales", "v");
      const { plugin } = sales;
      plugin.answer = null;
      const due = all.rig.time.now();
      await plugin.state.write([{ put: "of-one", value: 1, due, conversationId }]);
      await plugin.state.write([{ put: "of-none", value: 1, due }]);
      await all.rig.time.advance(1_000);
      want("two calls", plugin.called.toSorted(), ["of-none", "of-one"]);
      await all.assignDone(conversationId, "sales", { assignee: "ann" });
      want("an assignee aborts nothing", aborted(plugin), []);
      await all.assignDone(conversationId, "support");
      want("the conversation's call", aborted(plugin), ["of-one"]);
      plugin.answer = () => ({ dueAt: null });
      // An answer that comes too late counts for nothing.
      for (const call of plugin.calls) call.answer({ dueAt: null });
      await all.rig.time.advance(10_000);
      want("it comes again", plugin.called.filter((key) => key === "of-one").length, 2);
      await all.rig.stop();
    });
  });
}

function aborted({ calls }: PluginAgent["plugin"]): readonly string[] {
  return calls.filter(({ signal }) => signal.aborted).map(({ entry }) => entry.key);
}
