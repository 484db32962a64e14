import { deliveryIdOf, Search } from "@parley/core";
import type { Runner } from "../../runner.ts";
import type { AgentServices } from "../../scripted/scripted-agents.ts";
import { want } from "../../want.ts";
import type { FreshStores } from "../gateway-rig.ts";
import { AgentsRig, refusalOf } from "./agents-rig.ts";

const page = { before: null, limit: 50 };
const unknownConversation = 40_402;
const notOwner = 40_907;

/** An agent app sees what it owns, and what `mayRead` names. Everything else does not exist for it. */
export function sightTests({ describe, it }: Runner, fresh: FreshStores): void {
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

function taken(conversationId: string) {
  const to = { backend: "sales", assignee: "ann" };
  return { conversationId, fence: 0, to, name: "taken", by: "Ann", why: null };
}

/** A conversation of each; the one of `support` has a dead letter, `failed`. */
async function oneEach(all: AgentsRig) {
  const own = await all.say("sales", "v", "a red bicycle");
  const foreign = await all.say("support", "w", "a blue bicycle");
  all.of("support").backend.answer = () => ({ rejected: "no" });
  await all.say("support", "w", "a dead letter about a bicycle");
  all.of("support").backend.answer = () => "taken";
  await all.rig.time.advance(3_000);
  return { own, foreign, failed: 2 };
}

/** The conversations that an agent app finds. Every service must show the same. */
async function listedBy(all: AgentsRig, name: string): Promise<readonly string[]> {
  const { conversations, owned, deliveries, deadLetters } = all.of(name).services;
  const search = await all.rig.gateway.get(Search, name);
  await all.rig.time.advance(3_000);
  const listed = (await conversations.list(page)).items.map(({ id }) => id);
  const sorted = [...listed].toSorted();
  const by = (await owned.list({}, page)).items.map(({ id }) => id);
  want("by owner", by, listed);
  const counted = (await owned.counts()).reduce((sum, one) => sum + one.conversations, 0);
  want("counted", counted, listed.length);
  const hits = (await search.find("bicycle", page)).items.map(
    ({ conversation }) => conversation.id,
  );
  want("searched", [...new Set(hits)].toSorted(), sorted);
  const dead = (await deadLetters.list(page)).items.map(({ conversationId }) => conversationId);
  want(
    "dead letters",
    dead.filter((id) => !listed.includes(id)),
    [],
  );
  const failed = (await deliveries.list({ state: "failed" }, page)).items;
  want(
    "failed deliveries",
    failed.map(({ conversationId }) => conversationId),
    dead,
  );
  return listed;
}

async function answersAbout(
  services: AgentServices,
  id: string,
  sequence: number,
  visitor: string,
) {
  const { conversations, deliveries, deadLetters, owners, owned, outbox } = services;
  const deliveryId = deliveryIdOf(id, sequence);
  const retried = await deliveries.retry(deliveryId);
  const sent = await outbox.send({
    conversationId: id,
    idempotencyKey: null,
    sender: { name: "Ann" },
    message: { type: "text", text: "hi" },
  });
  return {
    found: await conversations.find(id),
    visitor: await conversations.findVisitor("shop", visitor),
    messages: await conversations.messages(id, page),
    erased: await conversations.erase(id),
    delivery: await deliveries.find(deliveryId),
    deliveries: await deliveries.list({ conversationId: id }, page),
    retried: "refusal" in retried ? retried.refusal.code : null,
    redelivered: await deadLetters.redeliver(id, sequence),
    owner: await owners.find(id),
    history: await owners.history(id, page),
    taken: refusalOf(await owners.transition({ ...taken(id) })),
    owned: (await owned.list({ backends: ["support"] }, page)).items.length,
    sent: refusalOf(sent),
  };
}
