import type { DoorRequest } from "@parley/core";
import type { FreshStores, GatewayRig } from "../gateway-rig.ts";
import { AgentsRig } from "./agents-rig.ts";
import { PluginAgent } from "./plugin-agent.ts";

/** What its agents send. */
export const text = { type: "text", text: "good day" };

/** Two agent apps from the same code. */
export async function startedPlugins(fresh: FreshStores) {
  const all = await AgentsRig.start(fresh);
  await all.rig.stop();
  const [sales, support] = [new PluginAgent(all.rig.time), new PluginAgent(all.rig.time)];
  all.add("sales", sales);
  all.add("support", support);
  await all.rig.startAgain();
  return { all, sales, support };
}

/** A webhook's request. */
export const aRequest: DoorRequest = {
  method: "POST",
  path: "",
  query: "",
  url: null,
  headers: {},
  body: new Uint8Array(),
  clientAddress: null,
};

/** What an agent app sees of a visitor and of what it does itself. */
export async function used(
  rig: GatewayRig,
  { services, plugin, backend, ...app }: PluginAgent,
  id: string,
) {
  const before = { calls: backend.calls.length, notices: backend.notices.length };
  await rig.visitorSends({ sender: { id, name: "shop" }, message: { ...text, text: "hello" } });
  const [called] = backend.calls.slice(before.calls);
  const conversationId = called?.event.conversationId ?? "";
  const send = { conversationId, sender: { name: "Ann" }, message: text, idempotencyKey: "m1" };
  const sent = [await plugin.outbox.send(send), await plugin.outbox.send(send)];
  const due = rig.time.now() + 1_000;
  const kept = await plugin.state.write([{ put: `of:${id}`, value: 1, due, conversationId }]);
  await rig.time.advance(2_000);
  const door = rig.gateway.doors.at(0);
  const answered = await door?.handle(aRequest, new AbortController().signal);
  const { sequence, fence, message } = called?.event ?? {};
  await services.conversations.erase(conversationId);
  await rig.time.advance(1_000);
  return {
    event: { sequence, fence, message },
    sent: sent.map((answer) => answer.accepted && answer.sequence),
    notices: backend.notices.slice(before.notices).map(({ notice }) => notice.idempotencyKey),
    kept: kept.written,
    standing: (await plugin.state.get("poll"))?.value,
    due: plugin.called.map((key) => key.replace(id, "")),
    door: [answered?.status, app.requests.length],
    erased: plugin.erased.map(({ entries }) => entries.length),
    own: (await services.conversations.list({ before: null, limit: 9 })).items.length,
  };
}
