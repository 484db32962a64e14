import { AgentBackend, Outbox, PluginInstance } from "@parley/core";
import { ContainerModule } from "inversify";
import type { Runner } from "../../runner.ts";
import { ScriptedBackend } from "../../scripted/scripted-backend.ts";
import { scriptedRouter } from "../../scripted/scripted-agents.ts";
import { want } from "../../want.ts";
import { type FreshStores, GatewayRig } from "../gateway-rig.ts";
import { AgentsRig, taken } from "./agents-rig.ts";
import { PluginAgent } from "./plugin-agent.ts";
import { aRequest, startedPlugins, text, used } from "./used-agent.ts";

/** Each agent app has ports of its own, as if it were the only one. */
export function agentModuleTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("the module of an agent app", () => {
    it("runs beside others as it does alone, with its state, due calls, door and findings", async () => {
      const rig = await GatewayRig.start(fresh());
      const alone = new PluginAgent(rig.time);
      rig.withRouter(() => alone.adapter());
      await rig.stop();
      await rig.startAgain();
      const seenAlone = await used(rig, alone, "v1");
      await rig.stop();
      const beside = new PluginAgent(rig.time);
      const other = new PluginAgent(rig.time);
      const apps = { shop: beside, other };
      rig.withRouter(() => scriptedRouter(apps, { takesDefault: "shop" }));
      await rig.startAgain();
      const seenBeside = await used(rig, beside, "v2");
      want("the same", seenBeside, seenAlone);
      want(
        "and it works",
        [seenAlone.kept, seenAlone.door, seenAlone.erased],
        [true, [204, 1], [1]],
      );
      want(
        "the other saw nothing of it",
        [other.backend.calls.length, other.requests.length],
        [0, 0],
      );
      await rig.stop();
    });

    it("has state, due calls and a door that no other has, although both give them the same names", async () => {
      const { all, sales, support } = await startedPlugins(fresh);
      const dueAt = all.rig.time.now() + 1_000;
      await sales.plugin.state.write([{ put: "thread", value: "of sales", due: dueAt }]);
      await support.plugin.state.write([{ put: "thread", value: "of support" }]);
      const values = [sales, support].map(
        async ({ plugin }) => (await plugin.state.get("thread"))?.value,
      );
      want("each its own", await Promise.all(values), ["of sales", "of support"]);
      await all.rig.time.advance(2_000);
      want("due for one", [sales.plugin.called, support.plugin.called], [["thread"], []]);
      const { doors } = all.rig.gateway;
      want(
        "doors by name",
        doors.map(({ name }) => name),
        ["sales", "support"],
      );
      await doors[1]?.handle(aRequest, new AbortController().signal);
      want("one request", [sales.requests.length, support.requests.length], [0, 1]);
      await all.rig.stop();
    });

    it("has pauses of its own, and ends none of another's", async () => {
      const { all, sales, support } = await startedPlugins(fresh);
      const pause = { outcome: "later", inMs: 600_000, scope: "backend" } as const;
      for (const { backend } of [sales, support]) backend.answer = () => pause;
      await all.say("sales", "v", "one");
      await all.say("support", "w", "two");
      const lasting = (agent: PluginAgent) =>
        agent.services.pauses.lasting().map(({ backend }) => backend);
      want("each sees its own", [lasting(sales), lasting(support)], [["sales"], ["support"]]);
      for (const { backend } of [sales, support]) backend.answer = () => "taken";
      sales.services.readiness.ready();
      await all.rig.time.advance(2_000);
      want("one goes on", [taken(sales), taken(support)], [["one"], []]);
      want("the other lasts", [lasting(sales), lasting(support)], [[], ["support"]]);
      await all.rig.stop();
    });

    it("has idempotency keys of its own", async () => {
      const { all } = await startedPlugins(fresh);
      const id = await all.say("sales", "v");
      const first = await all.send("sales", id, { key: "m1" });
      await all.assignDone(id, "support");
      const second = await all.send("support", id, { key: "m1" });
      const again = await all.send("sales", id, { key: "m1" });
      const sequences = [first, second, again].map((answer) => answer.accepted && answer.sequence);
      want("two messages", sequences[0] !== sequences[1], true);
      want("a repeat is answered as the first, although it owns no more", again, first);
      await all.rig.time.advance(1_000);
      want("two are sent", all.rig.transport.posts.length, 2);
      await all.rig.stop();
    });

    it("is diagnosed beside the others", async () => {
      const { all, support } = await startedPlugins(fresh);
      support.finding = { check: "app", level: "fault", message: "It is out.", advice: "Wait." };
      const { diagnosis } = all.rig.gateway;
      const found = await diagnosis.run({ probe: false }, new AbortController().signal);
      const levels = found.filter(({ check }) => check === "app").map(({ level }) => level);
      want("both", levels, ["ok", "fault"]);
      await all.rig.stop();
    });

    it("may offer several backends, which share its outbox", async () => {
      const all = await AgentsRig.start(fresh);
      const { rig } = all;
      const parts = { sales: new ScriptedBackend(rig.time), bills: new ScriptedBackend(rig.time) };
      await rig.stop();
      all.addModule("slack", () => severalBackends(parts));
      all.options = { candidates: () => ["slack/bills", "slack/sales", "sales"] };
      await rig.startAgain();
      const id = await all.say("slack/bills", "v");
      want("the second", [parts.sales.taken.length, parts.bills.taken.length], [0, 1]);
      await all.assignDone(id, "slack/sales");
      await all.say("slack/sales", "v");
      want(
        "then the first",
        parts.sales.taken.map(({ fence }) => fence),
        [1],
      );
      const outbox = await rig.gateway.get(Outbox, "slack");
      const message = { conversationId: id, idempotencyKey: null, sender: { name: "Ann" } };
      want("sent", (await outbox.send({ ...message, message: text })).accepted, true);
      await all.assignDone(id, "sales");
      want("refused", (await outbox.send({ ...message, message: text })).accepted, false);
      await rig.stop();
    });
  });
}

function severalBackends(parts: Readonly<Record<string, ScriptedBackend>>): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(PluginInstance).toConstantValue({ name: "app", backends: Object.keys(parts) });
    for (const [name, backend] of Object.entries(parts))
      bind(AgentBackend).toConstantValue(backend).whenNamed(name);
  });
}
