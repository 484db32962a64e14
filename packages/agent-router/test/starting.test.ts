import { ScriptedAgent } from "@parley/conformance";
import {
  AgentBackend,
  AgentRouter,
  MessageStore,
  PluginInstance,
  TypingListener,
} from "@parley/core";
import { ContainerModule } from "inversify";
import { expect, it } from "vitest";
import { agentRouter, type AgentRouterOptions } from "../src/index.ts";
import { beforeRouter } from "./support/before-router.ts";

const agent: AgentBackend = {
  availability: async () => 1,
  receive: async () => ({ outcome: "taken" }),
  report: async () => ({ outcome: "taken" }),
};
const desk = () =>
  new ContainerModule(({ bind }) => void bind(AgentBackend).toConstantValue(agent));
const called = (name: string, backends?: readonly string[]) =>
  new ContainerModule(({ bind }) => {
    bind(PluginInstance).toConstantValue({ name, ...(backends !== undefined && { backends }) });
    bind(AgentBackend).toConstantValue(agent);
  });
const slack = (...backends: string[]) =>
  new ContainerModule(({ bind }) => {
    bind(PluginInstance).toConstantValue({ name: "slack", backends });
    for (const name of new Set(backends)) bind(AgentBackend).toConstantValue(agent).whenNamed(name);
  });
const withStore = () =>
  new ContainerModule(({ bind }) => {
    bind(AgentBackend).toConstantValue(agent);
    bind(MessageStore).toConstantValue({} as MessageStore);
  });
const otherwise = "desk";
const same = desk();
const nameRule = "1 to 40 lower-case letters, digits and hyphens, the first a letter";
const cannot = "The router cannot be used:";

const mistakes: readonly [AgentRouterOptions, code: string, sentence: string][] = [
  [
    { backends: { desk: same, help: same }, otherwise },
    "router-invalid",
    `${cannot} "desk" and "help" are the same module: make one for each.`,
  ],
  [
    { backends: { Desk: desk() }, otherwise: "Desk" },
    "router-invalid",
    `${cannot} "Desk" is no name for an agent app: ${nameRule}.`,
  ],
  [
    { backends: { default: desk() }, otherwise: "default" },
    "router-invalid",
    `${cannot} "default" is taken: call the agent app otherwise.`,
  ],
  [
    {
      backends: { desk: desk(), slack: slack("sales") },
      choose: () => "desk",
      otherwise: ["desk", "slack/help"],
    },
    "router-invalid",
    `${cannot} "slack/help" is none of its backends, which are desk, slack/sales.`,
  ],
  [
    {
      backends: { desk: desk(), slack: slack("sales") },
      choose: () => "desk",
      otherwise: ["desk", "slack"],
    },
    "router-invalid",
    `${cannot} "slack" is none of its backends, which are desk, slack/sales.`,
  ],
  [
    {
      backends: { desk: desk(), slack: slack("sales") },
      otherwise,
      choose: () => "desk",
      candidates: { shop: ["slack/help"] },
    },
    "router-invalid",
    `${cannot} "slack/help" is none of its backends, which are desk, slack/sales.`,
  ],
  [
    { backends: { desk: desk(), slack: slack("sales") }, otherwise, takesDefault: "slack/help" },
    "router-invalid",
    `${cannot} "slack/help" is none of its backends, which are desk, slack/sales.`,
  ],
  [
    { backends: { desk: desk(), slack: slack("Sales") }, otherwise },
    "instance-invalid",
    `The agent app "slack": its module binds a PluginInstance whose backends are no names, each once: ${nameRule}.`,
  ],
  [
    { backends: { desk: desk(), slack: slack("sales", "sales") }, otherwise },
    "instance-invalid",
    `The agent app "slack": its module binds a PluginInstance whose backends are no names, each once: ${nameRule}.`,
  ],
  [
    { backends: { desk: desk(), slack: called("slack", ["sales", "help"]) }, otherwise },
    "router-invalid",
    `The agent app "slack": ${cannot} it provides 1 AgentBackends for its 2 names of backends.`,
  ],
  [
    { backends: { desk: desk(), shop: withStore() }, otherwise },
    "router-invalid",
    `The agent app "shop": ${cannot} it provides MessageStore, which only an adapter of the gateway may.`,
  ],
  [
    {
      backends: { desk: desk(), inner: agentRouter({ backends: { a: desk() }, otherwise: "a" }) },
      otherwise,
    },
    "router-invalid",
    `The agent app "inner": ${cannot} it provides AgentRouter, which only an adapter of the gateway may.`,
  ],
  [
    { backends: { desk: desk(), empty: new ContainerModule(() => {}) }, otherwise },
    "router-invalid",
    `The agent app "empty": ${cannot} it provides 0 AgentBackends: one is expected, or names of several in PluginInstance.backends.`,
  ],
  [
    { backends: { desk: desk(), later: Promise.resolve(desk()) as never }, otherwise },
    "not-an-adapter",
    `The agent app "later": its module is a promise. Await it, and pass the adapter that it gives.`,
  ],
  [
    { backends: { desk: desk(), none: undefined as never }, otherwise },
    "not-an-adapter",
    `The agent app "none": its module is undefined. Pass an adapter, such as storeSqlite(…).`,
  ],
  [
    { backends: { echo: called("desk"), desk: desk() }, otherwise, takesDefault: "echo" },
    "instance-name-taken",
    `The agent apps "echo" and "desk" would both keep their state under "desk": give one of them another name.`,
  ],
];

for (const [options, code, message] of mistakes)
  it(`does not start: ${message}`, async () => {
    const rig = await beforeRouter();
    rig.withRouter(() => agentRouter(options));
    await expect(rig.startAgain()).rejects.toMatchObject({ code, message });
  });

it("does not start beside an agent app, or a listener of one, that is no part of the router", async () => {
  const rig = await beforeRouter();
  const listener = { typing: () => Promise.resolve() };
  const beside = new ContainerModule(({ bind }) => {
    bind(AgentRouter).toConstantValue({} as AgentRouter);
    bind(TypingListener).toConstantValue(listener);
  });
  rig.withRouter(() => beside);
  await expect(rig.startAgain()).rejects.toMatchObject({
    code: "port-bound-twice",
    message: "Adapter 4 provides TypingListener beside a router: pass it to the router.",
  });
});

it("a backend that is called as a property of every object is one like others", async () => {
  const rig = await beforeRouter();
  const agentApp = new ScriptedAgent(rig.time);
  rig.withRouter(() =>
    agentRouter({ backends: { constructor: agentApp.adapter() }, otherwise: "constructor" }),
  );
  await rig.startAgain();
  const id = await rig.say("hello");
  expect(agentApp.backend.taken).toHaveLength(1);
  expect(await rig.gateway.owners.find(id)).toMatchObject({ backend: "constructor" });
});

it("says who owns conversations when nobody goes on with them, and goes on with `takesDefault`", async () => {
  const rig = await beforeRouter();
  await rig.startAgain();
  const id = await rig.say("hello");
  await rig.stop();
  const agentApp = new ScriptedAgent(rig.time);
  const backends = () => ({ desk: agentApp.adapter() });
  rig.withRouter(() => agentRouter({ backends: backends(), otherwise }));
  await expect(rig.startAgain()).rejects.toMatchObject({
    code: "owner-missing",
    message:
      'The agent app "default" is not configured, but it owns 1 conversation, and 0 events and reports wait for it: it is what the gateway had before there was a router: say with `takesDefault` who goes on with it.',
  });
  rig.withRouter(() => agentRouter({ backends: backends(), otherwise, takesDefault: "desk" }));
  await rig.startAgain();
  await rig.say("anybody?");
  expect(agentApp.backend.taken).toMatchObject([{ conversationId: id, fence: 0 }]);
  expect(await rig.gateway.owners.find(id)).toMatchObject({ backend: "desk", fence: 0 });
});

it("gives the conversations of an agent app that is gone to whom `reassign` names", async () => {
  const rig = await beforeRouter();
  const [old, desk] = [new ScriptedAgent(rig.time), new ScriptedAgent(rig.time)];
  rig.withRouter(() => agentRouter({ backends: { old: old.adapter() }, otherwise: "old" }));
  await rig.startAgain();
  const id = await rig.say("hello");
  await rig.stop();
  const backends = { desk: desk.adapter() };
  rig.withRouter(() => agentRouter({ backends, otherwise, reassign: { old: "desk" } }));
  await rig.startAgain();
  expect(await rig.gateway.owners.find(id)).toMatchObject({ backend: "desk", fence: 1 });
  expect(desk.owners).toMatchObject([{ isNewOwner: true, name: "reassigned", conversationId: id }]);
});
