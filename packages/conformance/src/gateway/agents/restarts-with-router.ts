import { ParleyError } from "@parley/core";
import type { Runner } from "../../runner.ts";
import { want } from "../../want.ts";
import { type FreshStores, GatewayRig } from "../gateway-rig.ts";
import { scriptedRouter } from "../../scripted/scripted-agents.ts";
import { AgentsRig, taken } from "./agents-rig.ts";
import { PluginAgent } from "./plugin-agent.ts";

const page = { before: null, limit: 50 };

/** A gateway that is started with other agent apps than before. */
export function routerRestartTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("a restart", () => {
    it("without an agent app that owns conversations fails with a sentence, and changes nothing", async () => {
      const all = await AgentsRig.start(fresh);
      all.of("support").backend.answer = () => "throw";
      await all.say("support", "v", "one");
      await all.say("support", "v", "two");
      await all.say("support", "w", "three");
      const kept = all.of("support");
      await all.rig.stop();
      all.remove("support");
      const { code, message } = await failedStart(all.rig);
      want("the code", code, "owner-missing");
      const told =
        'The agent app "support" is not configured, but it owns 2 conversations, and 3 events and reports wait for it';
      want("the sentence", message.startsWith(told), true);
      all.add("support", kept);
      kept.backend.answer = () => "taken";
      await all.rig.startAgain();
      await all.rig.time.advance(61_000);
      want("nothing is lost", taken(kept).toSorted(), ["one", "three", "two"]);
      await all.rig.stop();
    });

    it("with a rule gives its conversations to another, in order, with a history", async () => {
      const all = await AgentsRig.start(fresh);
      all.of("support").backend.answer = () => "throw";
      const id = await all.say("support", "v", "one");
      await all.say("support", "v", "two");
      for (let index = 0; index < 12; index += 1) await all.say("support", `w${index}`, "more");
      await all.rig.stop();
      all.remove("support");
      all.options = { reassign: { support: "sales" } };
      await all.rig.startAgain();
      await all.rig.time.advance(2_000);
      const sales = all.of("sales");
      want("all of them", taken(sales).length, 14);
      want(
        "in order",
        taken(sales).filter((text) => text !== "more"),
        ["one", "two"],
      );
      want("it is told of each", sales.owners.length, 13);
      const { items } = await all.rig.gateway.owners.history(id, page);
      want(
        "why",
        items.map(({ name, why }) => [name, why]),
        [["reassigned", "support is not configured any more"]],
      );
      await all.rig.stop();
      await all.rig.startAgain();
      want("once", (await all.rig.gateway.owners.history(id, page)).items.length, 1);
      await all.rig.stop();
    });

    it("with a router goes on with what the one agent app had, under the name that takes it over", async () => {
      const rig = await GatewayRig.start(fresh());
      const before = new PluginAgent(rig.time);
      rig.withRouter(() => before.adapter());
      await rig.stop();
      await rig.startAgain();
      const pause = { outcome: "later", inMs: 600_000, scope: "backend" } as const;
      before.backend.answer = () => (before.backend.calls.length > 1 ? pause : "taken");
      const id = await rig.say("one", "v");
      const send = { conversationId: id, idempotencyKey: "m1", sender: { name: "Ann" } };
      const message = { type: "text", text: "good day" };
      const sent = await before.plugin.outbox.send({ ...send, message });
      await before.plugin.state.write([{ put: "thread", value: "kept", conversationId: id }]);
      await rig.say("two", "v");
      await rig.stop();
      const [after, other] = [new PluginAgent(rig.time), new PluginAgent(rig.time)];
      const apps = { other, desk: after };
      rig.withRouter(() => scriptedRouter(apps, { takesDefault: "desk", choose: () => "other" }));
      await rig.startAgain();
      want("its owner", (await rig.gateway.owners.find(id))?.backend, "desk");
      want("its state", (await after.plugin.state.get("thread"))?.value, "kept");
      want("its keys", await after.plugin.outbox.send({ ...send, message }), sent);
      want(
        "its door",
        rig.gateway.doors.map(({ name }) => name),
        ["other", "app"],
      );
      want(
        "its pause",
        after.services.pauses.lasting().map(({ backend }) => backend),
        ["desk"],
      );
      await rig.time.advance(590_000);
      want("which lasts", after.backend.calls.length, 0);
      await rig.time.advance(15_000);
      want("then its events", taken(after), ["two"]);
      want(
        "the other has none",
        [taken(other), (await other.plugin.state.get("thread"))?.value],
        [[], undefined],
      );
      await rig.stop();
    });

    it("with a router in which nobody takes them over is refused while there are conversations of one agent app", async () => {
      const rig = await GatewayRig.start(fresh());
      await rig.say("hello");
      await rig.stop();
      AgentsRig.over(rig);
      const { code, message } = await failedStart(rig);
      want(
        "refused",
        [code, message.startsWith('The agent app "default" is not configured')],
        ["owner-missing", true],
      );
    });

    it("without the router that there was is refused in the same way", async () => {
      const all = await AgentsRig.start(fresh);
      await all.say("sales", "v");
      await all.rig.stop();
      const { rig } = all;
      rig.withRouter(null);
      const { code, message } = await failedStart(rig);
      want(
        "refused",
        [code, /"sales" .* owns 1 conversation/.test(message)],
        ["owner-missing", true],
      );
    });
  });
}

async function failedStart(
  rig: GatewayRig,
): Promise<{ readonly code: string; readonly message: string }> {
  try {
    await rig.startAgain();
  } catch (error) {
    await rig.kill();
    if (ParleyError.is(error)) return error;
    throw error;
  }
  throw new Error("the gateway has started");
}
