import { GatewayRig, ScriptedAgent, scriptedRouter } from "@parley/conformance";
import { ContainerModule } from "inversify";
import { expect, it } from "vitest";
import { MemoryData } from "../../src/memory/data.ts";
import { memoryStores } from "../../src/memory/index.ts";
import { AgentBackend } from "../../src/ports/agent-backend.ts";
import { MediaStore } from "../../src/ports/media-store.ts";
import { pluginModule, type PluginServices } from "../../src/wiring/plugin-module.ts";
import { agent } from "../wiring/support/adapters.ts";

const { signal } = new AbortController();

/** A gateway with a media store and a router, whose agent app `desk` had the gateway alone before. */
async function routed(takesDefault: string | null) {
  const keys: string[] = [];
  const media: MediaStore = {
    copy: async ({ key }) => {
      keys.push(key);
      return { stored: false, why: "full", message: "no room", retryable: true };
    },
  };
  const made: Record<string, PluginServices> = {};
  const rig = new GatewayRig(() => memoryStores({ data: new MemoryData() }));
  const plugin = (name: string) => ({
    adapter: () =>
      pluginModule({
        name: `${name}-plugin`,
        ports: [AgentBackend],
        make: (services) => {
          made[name] = services;
          return agent;
        },
      }),
  });
  const agents = {
    desk: plugin("desk"),
    sales: plugin("sales"),
    shop: new ScriptedAgent(rig.time),
  };
  rig.withRouter(
    () =>
      new ContainerModule(async (options) => {
        const choose = ({ channelId }: { channelId: string }) => channelId;
        await scriptedRouter(agents, { takesDefault, choose }).load(options);
        options.bind(MediaStore).toConstantValue(media);
      }),
  );
  await rig.startAgain();
  const conversations: Record<string, string> = {};
  for (const name of Object.keys(agents))
    conversations[name] = await rig.say("hello", name, await rig.addChannel(name));
  /** What an agent app is told about its copy of a file, and the key that the media store gets. */
  const copy = async (name: string, key: string, conversation = name) => {
    keys.length = 0;
    const conversationId = conversations[conversation] ?? "";
    const url = "https://desk.example/7";
    const answer = await made[name]?.media?.copy({ conversationId, key, url, signal });
    return { answer, key: keys[0] };
  };
  return { rig, copy };
}

it("an agent app that was alone before keeps the keys of its files", async () => {
  const { rig, copy } = await routed("desk");
  expect((await copy("desk", "7")).key).toBe("7");
  await rig.stop();
});

it("each other agent app has keys of its own, as long as a key may be", async () => {
  const { rig, copy } = await routed("desk");
  const { key = "" } = await copy("sales", "k".repeat(255));
  expect(key).not.toBe("k".repeat(255));
  expect(key.length).toBeLessThanOrEqual(255);
  expect((await copy("sales", "k".repeat(255))).key).toBe(key);
  expect((await copy("sales", "k".repeat(254))).key).not.toBe(key);
  await rig.stop();
});

it("without an agent app that was alone before, each has keys of its own", async () => {
  const { rig, copy } = await routed(null);
  const all = [(await copy("desk", "7")).key, (await copy("sales", "7")).key, "7"];
  expect(new Set(all).size).toBe(3);
  await rig.stop();
});

it("an agent app copies files for its own conversations alone", async () => {
  const { rig, copy } = await routed("desk");
  const { answer, key } = await copy("sales", "7", "desk");
  expect(answer).toMatchObject({ stored: false, why: "unknown-conversation", retryable: false });
  expect(key).toBeUndefined();
  await rig.stop();
});
