import { deliveryIdOf } from "@parley/core";
import type { Runner } from "../../runner.ts";
import { want } from "../../want.ts";
import type { FreshStores } from "../gateway-rig.ts";
import { AgentsRig, refusalOf } from "./agents-rig.ts";
import { answersAbout, listedBy, oneEach, taken } from "./visible-to-agent.ts";

const page = { before: null, limit: 50 };
const unknownConversation = 40_402;
const notOwner = 40_907;

/** An agent app sees what it owns, and what `mayRead` names. Everything else does not exist for it. */
export function visibilityTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("what an agent app sees", () => {
    it("is what it owns, in every list, count and search", async () => {
      const all = await AgentsRig.start(fresh);
      const { own, foreign } = await oneEach(all);
      want("the owner of one", await listedBy(all, "sales"), [own]);
      want("the owner of the other", await listedBy(all, "support"), [foreign]);
      await all.assignDone(foreign, "sales");
      want("nothing is left", await listedBy(all, "support"), []);
      want("it has moved", (await listedBy(all, "sales")).toSorted(), [own, foreign].toSorted());
      await all.rig.stop();
    });

    it("is a page at a time, however much of others lies between", async () => {
      const all = await AgentsRig.start(fresh);
      const own: string[] = [];
      for (let index = 0; index < 24; index += 1) {
        const isOwn = index % 6 === 0;
        const id = await all.say(isOwn ? "sales" : "support", `v${index}`);
        if (isOwn) own.unshift(id);
        await all.rig.time.advance(10);
      }
      const { conversations } = all.of("sales").services;
      const found: string[] = [];
      let before: string | null = null;
      do {
        const listed = await conversations.list({ before, limit: 1 });
        found.push(...listed.items.map(({ id }) => id));
        before = listed.next;
      } while (before !== null);
      want("each once, newest first", found, own);
      await all.rig.stop();
    });

    it("is no foreign id, in any service: it looks like one that there never was", async () => {
      const all = await AgentsRig.start(fresh);
      const { foreign, failed } = await oneEach(all);
      const answers = await answersAbout(all.of("sales").services, foreign, failed, "w");
      const unknown = await answersAbout(all.of("sales").services, "nobody", 1, "nobody");
      want("as an unknown id", { ...answers, sent: 0 }, { ...unknown, sent: 0 });
      want("a send is told why", [answers.sent, unknown.sent], [notOwner, unknownConversation]);
      want("it is still there", (await all.owner(foreign)).backend, "support");
      want(
        "nothing was redelivered",
        (await all.rig.gateway.deadLetters.list(page)).items.length,
        1,
      );
      await all.rig.stop();
    });

    it("is, with mayRead, also another's, which it cannot change", async () => {
      const all = await AgentsRig.start(fresh, { mayRead: { sales: ["support"] } });
      const { own, foreign, failed } = await oneEach(all);
      want("both", (await listedBy(all, "sales")).toSorted(), [own, foreign].toSorted());
      want("and not the other way", await listedBy(all, "support"), [foreign]);
      const { services } = all.of("sales");
      const { owner } = (await services.conversations.find(foreign)) ?? {};
      want("with its owner's name", owner?.backend, "support");
      want(
        "and its messages",
        (await services.conversations.messages(foreign, page)).items.length,
        2,
      );
      want("it erases nothing", await services.conversations.erase(foreign), false);
      want("it redelivers nothing", await services.deadLetters.redeliver(foreign, failed), false);
      const retried = await services.deliveries.retry(deliveryIdOf(foreign, failed));
      want("it retries nothing", "refusal" in retried && retried.refusal.code, notOwner);
      want("it sends nothing", refusalOf(await all.send("sales", foreign)), notOwner);
      const taking = await services.owners.transition(taken(foreign));
      want("it takes nothing", refusalOf(taking), notOwner);
      await all.rig.stop();
    });

    it("may be assigned by one that mayAssign, under its name", async () => {
      const all = await AgentsRig.start(fresh, { mayAssign: ["sales"] });
      const { foreign } = await oneEach(all);
      want("done", (await all.of("sales").services.owners.transition(taken(foreign))).done, true);
      const { items } = await all.rig.gateway.owners.history(foreign, page);
      want(
        "by",
        items.map(({ by }) => by),
        ["sales: Ann"],
      );
      await all.rig.stop();
    });
  });
}
