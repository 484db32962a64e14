import type { OpenAgentApp } from "@parley/conformance";
import { AgentBackend } from "@parley/core";
import type { ContainerModule } from "inversify";

/** An echo agent on the suite's bench. Its messages of a conversation are its echoes. */
export const openEcho =
  (makePlugin: () => ContainerModule): OpenAgentApp =>
  async (bench) => {
    const plugin = await bench.plug(makePlugin);
    return {
      backend: await plugin.get(AgentBackend),
      messages: async (conversationId) =>
        (await bench.posted(conversationId)).map((message) => ({ message, visitor: null })),
      reports: async () => null,
      people: null,
      trouble: {
        begin: async (trouble) => void (bench.outbox.trouble = trouble),
        end: async () => void (bench.outbox.trouble = null),
      },
      busy: {
        begin: async (seconds) => void (bench.outbox.busyForSeconds = seconds),
        end: async () => void (bench.outbox.busyForSeconds = null),
      },
      restart: null,
      close: () => plugin.unplug(),
    };
  };
