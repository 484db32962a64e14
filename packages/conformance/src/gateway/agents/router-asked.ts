import { deliveryIdOf, type Visit } from "@parley/core";
import type { Runner } from "../../runner.ts";
import { want } from "../../want.ts";
import type { FreshStores } from "../gateway-rig.ts";
import { AgentsRig, taken } from "./agents-rig.ts";

/** Agent apps with a router that keeps what it is asked, and cannot do without the visitor's name. */
async function startedAsking(fresh: FreshStores) {
  const visits: Visit[] = [];
  const choose = (visit: Visit) => {
    visits.push(visit);
    if (visit.profile.name === undefined) throw new Error("a visitor without a name");
    return visit.profile.name;
  };
  const all = await AgentsRig.start(fresh, { choose });
  const asked = () => visits.splice(0).map(({ channelId, profile }) => [channelId, profile.name]);
  return { all, asked };
}

/** A conversation of `support` with a dead letter. */
async function withDeadLetter(all: AgentsRig, visitor: string): Promise<string> {
  all.of("support").backend.answer = () => ({ rejected: "no" });
  const id = await all.say("support", visitor, visitor);
  all.of("support").backend.answer = () => "taken";
  return id;
}

/** When the router is asked, besides for each message of a visitor. */
export function routerAskedTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("the router", () => {
    it("is not asked about a conversation that has an owner, or gets one by name", async () => {
      const { all, asked } = await startedAsking(fresh);
      const { outbox, deliveries, deadLetters } = all.rig.gateway;
      const [one, two] = [await withDeadLetter(all, "v"), await withDeadLetter(all, "w")];
      const sent = await all.send("support", one);
      const sequence = sent.accepted ? sent.sequence : 0;
      want("for each message", asked().length, 2);
      await all.assignDone(one, "sales");
      want("a send again", (await outbox.sendAgain(one, sequence)).accepted, true);
      want("a dead letter again", await deadLetters.redeliver(one, 1), true);
      want("a retry", (await deliveries.retry(deliveryIdOf(two, 1))).done, true);
      await all.rig.time.advance(1_000);
      want("they arrive", [taken(all.of("sales")), taken(all.of("support"))], [["v"], ["w"]]);
      want("not asked", asked(), []);
      await all.rig.stop();
    });

    it("gets the profile of a conversation that is given up while an event waits", async () => {
      const { all, asked } = await startedAsking(fresh);
      all.of("support").backend.answer = () => "throw";
      const id = await all.say("support", "v", "one");
      all.of("support").backend.answer = () => "taken";
      asked();
      await all.assignDone(id, null);
      await all.rig.time.advance(1_000);
      want("asked once", asked(), [["shop", "support"]]);
      want("chosen by it", (await all.owner(id)).backend, "support");
      await all.rig.stop();
    });

    it("gets the profile when a dead letter of nobody comes again", async () => {
      const { all, asked } = await startedAsking(fresh);
      const { outbox, deliveries, deadLetters } = all.rig.gateway;
      const [one, two] = [await withDeadLetter(all, "v"), await withDeadLetter(all, "w")];
      const sent = await all.send("support", one);
      for (const id of [one, two]) await all.assignDone(id, null);
      asked();
      await outbox.sendAgain(one, sent.accepted ? sent.sequence : 0);
      await deadLetters.redeliver(one, 1);
      await deliveries.retry(deliveryIdOf(two, 1));
      await all.rig.time.advance(1_000);
      want("with the name", new Set(asked().map(([, name]) => name)), new Set(["support"]));
      want("chosen by it", taken(all.of("support")), ["v", "w"]);
      await all.rig.stop();
    });
  });
}
