import {
  GatewayRig,
  type RouterOptions,
  ScriptedAgent,
  ScriptedPlugin,
  scriptedRouter,
} from "@parley/conformance";
import { expect, it } from "vitest";
import { MemoryData } from "../../src/memory/data.ts";
import { memoryStores } from "../../src/memory/index.ts";

type Started = Awaited<ReturnType<typeof GatewayRig.start>>;

/** A gateway that is started again and again over the same data. */
async function gateway(plugins: readonly ScriptedPlugin[] = []) {
  const data = new MemoryData();
  const rig: Started = await GatewayRig.start(() => memoryStores({ data }), {}, {}, plugins);
  const startWith = async (names: readonly string[], options: RouterOptions = {}) => {
    const agents = Object.fromEntries(names.map((name) => [name, new ScriptedAgent(rig.time)]));
    rig.withRouter(() => scriptedRouter(agents, options));
    await rig.startAgain();
    return agents;
  };
  await rig.stop();
  return { rig, data, startWith };
}

it("a backend that is there gives no conversations away by a rule", async () => {
  const { startWith } = await gateway();
  const started = startWith(["desk", "sales"], {
    takesDefault: "desk",
    reassign: { sales: "desk" },
  });
  await expect(started).rejects.toMatchObject({
    code: "router-invalid",
    message:
      'The router cannot be used: "sales" is one of its backends, and `reassign` gives its conversations away.',
  });
});

it("whoever took `default` over keeps it: its state is under that app's own name", async () => {
  const { rig, startWith } = await gateway();
  await startWith(["desk", "sales"], { takesDefault: "desk" });
  await rig.stop();
  for (const takesDefault of [null, "sales"])
    await expect(startWith(["desk", "sales"], { takesDefault })).rejects.toMatchObject({
      code: "router-invalid",
      message: expect.stringContaining('set `takesDefault` to "desk"') as string,
    });
  await startWith(["desk", "sales"], { takesDefault: "desk" });
  await rig.stop();
});

it("an agent app and an adapter beside the router do not keep their state under one name", async () => {
  const { startWith } = await gateway([new ScriptedPlugin("desk")]);
  await expect(startWith(["desk"], { takesDefault: null })).rejects.toMatchObject({
    code: "instance-name-taken",
  });
});

it("an event of a backend that is gone comes to its stand-in as its own, with the hand-over", async () => {
  const { rig, data, startWith } = await gateway();
  await startWith(["desk", "sales"], { takesDefault: "desk" });
  await rig.visitorSends({ sender: { id: "v" }, message: { type: "text", text: "one" } });
  await rig.stop();
  const agents = await startWith(["desk"], { takesDefault: "desk", reassign: { sales: "desk" } });
  // A node with the configuration of before has given a conversation to `sales` meanwhile.
  for (const row of data.conversations.values())
    row.current = { ...row.current, owner: { ...row.current.owner, backend: "sales" } };
  await rig.visitorSends({ sender: { id: "v" }, message: { type: "text", text: "two" } });
  await rig.time.advance(1_000);
  const { desk } = agents;
  const id = desk?.backend.taken[0]?.conversationId ?? "";
  expect(desk?.owners).toMatchObject([{ name: "reassigned", isNewOwner: true }]);
  expect(desk?.backend.taken.map(({ fence }) => fence)).toEqual([1]);
  expect(await rig.gateway.owners.find(id)).toMatchObject({ backend: "desk", fence: 1 });
  await rig.stop();
});

it("the report of a message waits for the agent app that sent it, whatever is configured meanwhile", async () => {
  const { rig, startWith } = await gateway();
  const before = await startWith(["desk", "sales"], {
    takesDefault: "desk",
    choose: () => "sales",
  });
  await rig.visitorSends({ sender: { id: "v" }, message: { type: "text", text: "one" } });
  const conversationId = before["sales"]?.backend.taken[0]?.conversationId ?? "";
  rig.transport.answer = () => ({ failure: "unreachable" });
  await before["sales"]?.services.outbox.send({
    conversationId,
    idempotencyKey: null,
    sender: { name: "Ann" },
    message: { type: "text", text: "hello" },
  });
  await rig.kill();
  await expect(startWith(["desk"], { takesDefault: "desk" })).rejects.toMatchObject({
    code: "owner-missing",
  });
  const agents = await startWith(["desk", "sales"], { takesDefault: "desk" });
  await rig.time.advance(30_000);
  expect(agents["sales"]?.backend.reports).toHaveLength(1);
  expect(agents["desk"]?.backend.reports).toEqual([]);
  await rig.stop();
});
