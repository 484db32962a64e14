import { AgentBackend } from "@parley/core";
import * as runner from "vitest";
import { agentBackendSuite } from "../../src/index.ts";
import { httpAgent } from "../support/http-agent.ts";
import { HttpAgentApp } from "../support/http-agent-app.ts";

agentBackendSuite(runner, "an agent app behind HTTP", async (bench) => {
  const app = await HttpAgentApp.open();
  const plugin = await bench.plug(() => httpAgent(app.url));
  return {
    backend: await plugin.get(AgentBackend),
    messages: async (id) =>
      [...app.events.values()]
        .filter(({ conversationId }) => conversationId === id)
        .map(({ message, visitor }) => ({ message: { ...message }, visitor: { ...visitor } })),
    reports: async (id) =>
      [...app.reports.values()].filter(({ conversationId }) => conversationId === id),
    people: {
      setAvailable: async (available) => void (app.available = available),
      reply: async (conversationId, text) => {
        const message = { type: "text", text };
        const sender = { name: "Ann" };
        await bench.outbox.send({ conversationId, idempotencyKey: "reply-1", sender, message });
      },
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
