import { agentBackendSuite, type OpenAgentApp, type Runner } from "@parley/conformance";
import { AgentBackend } from "@parley/core";
import { myAppAgent, MyAppOptions } from "../src/index.ts";

/** The plugin with sample options, for `parley adapter check`. */
export const adapter = () => myAppAgent({ sender: "Ann" });

/** What a host may set, for `parley adapter check`. */
export const options = MyAppOptions;

/** All suites of this package. */
export const suites = (runner: Runner): void => agentBackendSuite(runner, "my-app", open);

/** Puts the plugin on the suite's bench. What it shows of a conversation are its answers. */
const open: OpenAgentApp = async (bench) => {
  const plugin = await bench.plug(adapter);
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
