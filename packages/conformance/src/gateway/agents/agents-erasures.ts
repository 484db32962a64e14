import type { Runner } from "../../runner.ts";
import { want } from "../../want.ts";
import type { FreshStores } from "../gateway-rig.ts";
import { AgentsRig, refusalOf } from "./agents-rig.ts";
import { PluginAgent } from "./plugin-agent.ts";

/** Erased conversations and agent apps beside others. */
export function agentsErasureTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("an erased conversation", () => {
    it("is told to every agent app that ever owned it, and to none that did not even read it", async () => {
      const all = await AgentsRig.start(fresh);
      await all.rig.stop();
      all.add("bot");
      await all.rig.startAgain();
      const moved = await all.say("sales", "v");
      const own = await all.say("sales", "w");
      await all.assignDone(moved, "support");
      await all.assignDone(moved, null);
      for (const id of [moved, own]) await erase(all, id);
      await all.rig.time.advance(1_000);
      const told = (name: string) =>
        all.of(name).erasures.told.map(({ conversationId }) => conversationId);
      want(
        "both owners",
        [told("sales"), told("support"), told("bot")],
        [[moved, own], [moved], []],
      );
      await all.rig.stop();
    });

    it("is told to an owner that was away, when its erasure was kept for it", async () => {
      const all = await AgentsRig.start(fresh);
      const id = await all.say("sales", "v");
      await all.assignDone(id, "support");
      all.of("sales").erasures.answer = () => "throw";
      await erase(all, id);
      await all.rig.time.advance(5_000);
      await all.rig.kill();
      all.of("sales").erasures.answer = () => "taken";
      await all.rig.startAgain();
      await all.rig.time.advance(1_000);
      want("the earlier owner", all.of("sales").erasures.told.at(-1)?.conversationId, id);
      await all.rig.stop();
    });

    it("is told to one that could only read it, with what it has kept for it", async () => {
      const all = await AgentsRig.start(fresh, { mayRead: { support: ["sales"] } });
      await all.rig.stop();
      const [sales, support] = [new PluginAgent(all.rig.time), new PluginAgent(all.rig.time)];
      all.add("sales", sales);
      all.add("support", support);
      await all.rig.startAgain();
      const conversationId = await all.say("sales", "v");
      for (const { plugin } of [sales, support])
        await plugin.state.write([{ put: "note", value: 1, conversationId }]);
      await erase(all, conversationId);
      await all.rig.time.advance(1_000);
      const notes = [sales, support].map(({ plugin }) => plugin.state.get("note"));
      want("no note is left", await Promise.all(notes), [null, null]);
      const told = [sales, support].map(({ plugin }) =>
        plugin.erased.map(({ entries }) => entries.map(({ key }) => key)),
      );
      want("both were told", told, [[["note"]], [["note"]]]);
      await all.rig.stop();
    });

    it("has no owner to change, at whatever moment it is erased", async () => {
      const all = await AgentsRig.start(fresh);
      const id = await all.say("sales", "v");
      const { owners, conversations } = all.rig.gateway;
      const to = { backend: "support", assignee: null };
      const change = { conversationId: id, fence: 0, to, name: "assigned", by: "Ann", why: null };
      const [first, isErased] = await Promise.all([
        owners.transition(change),
        conversations.erase(id),
      ]);
      want("erased", isErased, true);
      await all.rig.time.advance(5_000);
      const outcome = refusalOf(first);
      want("done before, or unknown", outcome === null || outcome === 40_402, true);
      want("unknown after", refusalOf(await owners.transition(change)), 40_402);
      want("no history", (await owners.history(id, { before: null, limit: 9 })).items, []);
      const counts = await all.rig.gateway.ownedConversations.counts();
      want("not counted", counts, []);
      want("nobody hears of it later", all.of("support").owners.length <= 1, true);
      await all.rig.stop();
    });
  });
}

async function erase({ rig }: AgentsRig, conversationId: string): Promise<void> {
  want("it is erased", await rig.gateway.conversations.erase(conversationId), true);
}
