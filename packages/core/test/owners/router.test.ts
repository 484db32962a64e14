import { GatewayRig, ScriptedAgent, scriptedRouter, type RouterOptions } from "@parley/conformance";
import { expect, it } from "vitest";
import { memoryStores } from "../../src/memory/index.ts";
import { MemoryData } from "../../src/memory/data.ts";

const text = { type: "text", text: "good day" };

/** A gateway with the agent apps `sales` and `support`; visitors named `s…` are for support. */
async function routed(options: RouterOptions = {}) {
  const data = new MemoryData();
  const rig = new (GatewayRig as unknown as new (...all: unknown[]) => GatewayRig)(
    () => memoryStores({ data }),
    {},
    [],
  );
  const sales = new ScriptedAgent(rig.time);
  const support = new ScriptedAgent(rig.time);
  const choose: RouterOptions["choose"] = ({ profile }) =>
    profile.name === "support" ? "support" : "sales";
  rig.withRouter(() => scriptedRouter({ sales, support }, { choose, ...options }));
  await rig.startAgain();
  await rig.addChannel("shop");
  const say = async (id: string, name = "sales") => {
    await rig.visitorSends({ sender: { id, name }, message: { type: "text", text: "hello" } });
    const { items } = await rig.gateway.conversations.list({ before: null, limit: 200 });
    return items.find(({ visitorKey }) => visitorKey === id)?.id ?? "";
  };
  const send = (agent: ScriptedAgent, conversationId: string, fence?: number) =>
    agent.services.outbox.send({
      conversationId,
      idempotencyKey: null,
      sender: { name: "Ann" },
      message: text,
      fence,
    });
  const assign = async (conversationId: string, backend: string | null) => {
    const owner = await rig.gateway.owners.find(conversationId);
    return rig.gateway.owners.transition({
      conversationId,
      fence: owner?.fence ?? 0,
      to: { backend, assignee: null },
      name: "assigned",
      by: "test",
      why: null,
    });
  };
  return { rig, sales, support, say, send, assign };
}

it("each agent app gets the events that are its own, and may answer those alone", async () => {
  const { rig, sales, support, say, send } = await routed();
  const one = await say("a");
  const other = await say("b", "support");
  expect(sales.backend.taken.map((event) => event.conversationId)).toEqual([one]);
  expect(support.backend.taken.map((event) => event.conversationId)).toEqual([other]);
  expect(await send(sales, one)).toMatchObject({ accepted: true });
  expect(await send(sales, other)).toMatchObject({ accepted: false, refusal: { code: 40907 } });
  await rig.time.settle();
  expect(sales.backend.notices).toHaveLength(1);
  expect(await sales.services.conversations.find(other)).toBe(null);
});

it("a change of owner is told to the new one before its events, and the old one's answers are refused", async () => {
  const { rig, sales, support, say, send, assign } = await routed();
  const id = await say("a");
  sales.backend.answer = () => "silent";
  await say("a");
  expect(sales.backend.calls).toHaveLength(2);
  expect(await assign(id, "support")).toMatchObject({ done: true, owner: { fence: 1 } });
  await rig.time.settle();
  expect(sales.backend.calls[1]?.signal.aborted).toBe(true);
  expect(support.owners).toMatchObject([{ isNewOwner: true, fence: 1, conversationId: id }]);
  expect(support.backend.taken).toMatchObject([{ sequence: 2, fence: 1 }]);
  expect(sales.owners).toMatchObject([{ isNewOwner: false, fence: 1 }]);
  expect(await send(sales, id)).toMatchObject({ accepted: false, refusal: { code: 40907 } });
  expect(await send(support, id, 0)).toMatchObject({ accepted: false, refusal: { code: 40907 } });
  expect(await send(support, id, 1)).toMatchObject({ accepted: true });
});

it("a change of owner aborts nothing of the new owner: it hears of the change at the first attempt", async () => {
  const { rig, support, say, assign } = await routed();
  const id = await say("a");
  expect(await assign(id, "support")).toMatchObject({ done: true });
  await rig.time.advance(0);
  expect(support.owners).toMatchObject([{ isNewOwner: true, fence: 1, mayBeRepeat: false }]);
});

it("an owner that is back is told that it may have had an event", async () => {
  const { rig, sales, support, say, assign } = await routed();
  const id = await say("a");
  for (const agent of [sales, support]) agent.backend.answer = () => "throw";
  await say("a");
  await assign(id, "support");
  await rig.time.advance(100);
  sales.backend.answer = () => "taken";
  await assign(id, "sales");
  await rig.time.advance(100);
  expect(sales.backend.taken.map(({ mayBeRepeat }) => mayBeRepeat)).toEqual([false, true]);
});

it("a change under a fence that is still to come is refused, also when another change comes first", async () => {
  const { rig, say } = await routed();
  const conversationId = await say("a");
  const change = (backend: string, fence: number) =>
    rig.gateway.owners.transition({
      conversationId,
      fence,
      to: { backend, assignee: null },
      name: "assigned",
      by: "test",
      why: null,
    });
  const answers = await Promise.all([change("support", 0), change("sales", 1)]);
  expect(answers).toMatchObject([{ done: true }, { done: false, refusal: { code: 40_901 } }]);
});
