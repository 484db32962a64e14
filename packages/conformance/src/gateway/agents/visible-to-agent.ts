import { deliveryIdOf, Search, type TransitionRequest } from "@parley/core";
import type { AgentServices } from "../../scripted/scripted-agents.ts";
import { want } from "../../want.ts";
import { type AgentsRig, refusalOf } from "./agents-rig.ts";

const page = { before: null, limit: 50 };

/** `sales` takes a conversation. */
export function taken(conversationId: string): TransitionRequest {
  const to = { backend: "sales", assignee: "ann" };
  return { conversationId, fence: 0, to, name: "taken", by: "Ann", why: null };
}

/** A conversation of each; the one of `support` has a dead letter, `failed`. */
export async function oneEach(all: AgentsRig) {
  const own = await all.say("sales", "v", "a red bicycle");
  const foreign = await all.say("support", "w", "a blue bicycle");
  all.of("support").backend.answer = () => ({ rejected: "no" });
  await all.say("support", "w", "a dead letter about a bicycle");
  all.of("support").backend.answer = () => "taken";
  await all.rig.time.advance(3_000);
  return { own, foreign, failed: 2 };
}

/** The conversations that an agent app finds. Every service must show the same. */
export async function listedBy(all: AgentsRig, name: string): Promise<readonly string[]> {
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

/** What every service says about a conversation and a message in it. */
export async function answersAbout(
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
    taken: refusalOf(await owners.transition(taken(id))),
    owned: (await owned.list({ backends: ["support"] }, page)).items.length,
    sent: refusalOf(sent),
  };
}
