import { deliveryIdOf } from "@parley/core";
import type { Runner } from "../../runner.ts";
import { want } from "../../want.ts";
import type { FreshStores } from "../gateway-rig.ts";
import { statesOf } from "../redelivery.ts";
import { AgentsRig, refusalOf, taken } from "./agents-rig.ts";

const page = { before: null, limit: 50 };

/** One owner per conversation: a durable fact, changed by named transitions alone. */
export function ownerTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("the owner of a conversation", () => {
    it("is chosen with the first message, and stays while the router would choose another", async () => {
      const all = await AgentsRig.start(fresh);
      const id = await all.say("sales", "v");
      await all.say("support", "v");
      want("the first", await all.owner(id), { backend: "sales", assignee: null, fence: 0 });
      want("both messages", taken(all.of("sales")).length, 2);
      want("no change", (await all.rig.gateway.owners.history(id, page)).items, []);
      await all.rig.stop();
    });

    it("has a history: who, when and why, newest first, after a kill too", async () => {
      const all = await AgentsRig.start(fresh);
      const id = await all.say("sales", "v");
      const at = all.rig.time.now();
      await all.assignDone(id, "support", { name: "escalated", by: "Ann", why: "a bill" });
      await all.rig.time.advance(5_000);
      const { services } = all.of("support");
      const owner = { backend: "support", assignee: "bob" };
      const taking = {
        conversationId: id,
        fence: 1,
        to: owner,
        name: "taken",
        by: "Bob",
        why: null,
      };
      want("the owner may", (await services.owners.transition(taking)).done, true);
      await all.rig.kill();
      await all.rig.startAgain();
      const from = { backend: "sales", assignee: null };
      const between = { backend: "support", assignee: null };
      const { items } = await all.of("support").services.owners.history(id, page);
      want(
        "both",
        items.map((change) => ({ ...change, at: change.at >= at + 5_000 })),
        [
          {
            at: true,
            name: "taken",
            from: between,
            to: owner,
            fence: 1,
            by: "support: Bob",
            why: null,
          },
          { at: false, name: "escalated", from, to: between, fence: 1, by: "Ann", why: "a bill" },
        ],
      );
      await all.rig.stop();
    });

    it("keeps its fence and its calls when only the assignee changes", async () => {
      const all = await AgentsRig.start(fresh);
      const sales = all.of("sales");
      sales.backend.answer = () => "hang";
      const id = await all.say("sales", "v");
      await all.assignDone(id, "sales", { assignee: "ann" });
      want("not aborted", sales.backend.calls[0]?.signal.aborted, false);
      sales.backend.endHung();
      await all.rig.time.advance(1_000);
      want("its answer counts", await statesOf(all.rig, id), ["delivered"]);
      want("same fence", await all.owner(id), { backend: "sales", assignee: "ann", fence: 0 });
      want("a send under it", (await all.send("sales", id, { fence: 0 })).accepted, true);
      want("nobody is told", sales.owners, []);
      const { owned } = all.of("sales").services;
      want("counted", await owned.counts(), [
        { backend: "sales", assignee: "ann", conversations: 1 },
      ]);
      const ids = async (assignee: string) => (await owned.list({ assignee }, page)).items.length;
      want("listed", [await ids("ann"), await ids("bob")], [1, 0]);
      await all.rig.stop();
    });

    it("may be nobody: the next event chooses one, under a new fence", async () => {
      const all = await AgentsRig.start(fresh);
      const id = await all.say("sales", "v", "one");
      await all.assignDone(id, null);
      want("nobody", await all.owner(id), { backend: null, assignee: null, fence: 1 });
      for (const name of ["sales", "support"])
        want("may send", refusalOf(await all.send(name, id)), 40_907);
      want("nor read", await all.of("sales").services.conversations.find(id), null);
      await all.say("support", "v", "two");
      want("chosen anew", await all.owner(id), { backend: "support", assignee: null, fence: 2 });
      want("it has the event", taken(all.of("support")), ["two"]);
      const { items } = await all.rig.gateway.owners.history(id, page);
      want(
        "kept",
        items.map(({ name, fence }) => [name, fence]),
        [
          ["chosen", 2],
          ["assigned", 1],
        ],
      );
      await all.rig.stop();
    });

    it("cannot be nobody while an event waits: it stays with whom the router chooses again", async () => {
      const all = await AgentsRig.start(fresh, { choose: () => "support" });
      const id = await all.say("support", "v", "one");
      all.of("support").backend.answer = () => "throw";
      await all.say("support", "v", "two");
      all.of("support").backend.answer = () => "taken";
      await all.assignDone(id, null);
      await all.rig.time.advance(5_000);
      want("as before", await all.owner(id), { backend: "support", assignee: null, fence: 0 });
      want("it has the event", taken(all.of("support")), ["one", "two"]);
      await all.rig.stop();
    });

    it("that is nobody gets a dead letter back through the router, too", async () => {
      const all = await AgentsRig.start(fresh, { choose: () => "support" });
      all.of("support").backend.answer = () => ({ rejected: "no" });
      const ids = [await all.say("support", "v", "one"), await all.say("support", "w", "two")];
      all.of("support").backend.answer = () => "taken";
      for (const id of ids) await all.assignDone(id, null);
      const { deadLetters, deliveries } = all.rig.gateway;
      await deadLetters.redeliver(ids[0] ?? "", 1);
      await deliveries.retry(deliveryIdOf(ids[1] ?? "", 1));
      await all.rig.time.advance(1_000);
      want("it has them", taken(all.of("support")), ["one", "two"]);
      for (const id of ids) want("its owner", (await all.owner(id)).backend, "support");
      await all.rig.stop();
    });

    it("is not changed by a request that does not hold, which says why", async () => {
      const all = await AgentsRig.start(fresh);
      const id = await all.say("sales", "v");
      await all.assignDone(id, "support");
      const refused = async (...change: Parameters<AgentsRig["assign"]>) =>
        refusalOf(await all.assign(...change));
      want("an earlier fence", await refused(id, "sales", { fence: 0 }), 40_901);
      want("a stranger", await refused(id, "nobody"), 40_407);
      want("no name", await refused(id, "sales", { name: "" }), 40_011);
      want("the owner", await all.owner(id), { backend: "support", assignee: null, fence: 1 });
      want("the same owner again changes nothing", (await all.assign(id, "support")).done, true);
      want("one change", (await all.rig.gateway.owners.history(id, page)).items.length, 1);
      await all.rig.stop();
    });
  });
}
