import { AgentBackend, PluginState } from "@parley/core";
import * as runner from "vitest";
import { agentBackendSuite } from "../../src/index.ts";
import { PolledApp } from "../support/polled-app.ts";
import { pollingPlugin } from "../support/polling-plugin.ts";

agentBackendSuite(runner, "an agent app that is polled", async (bench) => {
  const app = await PolledApp.open();
  const plugin = await bench.plug(() => pollingPlugin(app.url));
  const topicOf = async (conversationId: string) => {
    const state = await plugin.get(PluginState, "topics");
    return (await state.get<number>(`of:${conversationId}`))?.value;
  };
  const posts = async (conversationId: string) => {
    const topic = await topicOf(conversationId);
    return topic === undefined ? [] : (app.topics[topic] ?? []);
  };
  return {
    backend: await plugin.get(AgentBackend),
    messages: async (id) =>
      (await posts(id)).flatMap(({ message, visitor }) =>
        message === undefined ? [] : { message: { ...Object(message) }, visitor: Object(visitor) },
      ),
    reports: async (id) =>
      (await posts(id)).filter(({ deliveryId }) => deliveryId !== undefined) as never,
    people: {
      setAvailable: async (available) => void (app.available = available),
      reply: async (id, text) => app.write((await topicOf(id)) ?? -1, text),
    },
    trouble: {
      begin: async (trouble) => void (app.trouble = trouble),
      end: async () => app.endTrouble(),
    },
    restart: async () => app.restart(),
    close: async () => {
      await plugin.unplug();
      await app.close();
    },
  };
});
