import {
  agentBackendSuite,
  erasureListenerSuite,
  type OpenAgentApp,
  type Runner,
} from "@parley/conformance";
import { AgentBackend } from "@parley/core";
import { MyAppOptions } from "../src/index.ts";
import { openErasure } from "./open-erasure.ts";
import { name } from "./sample.ts";
import { startApp } from "./start-app.ts";

/** The plugin with sample options, for `parley adapter check`. */
export { adapter } from "./sample.ts";

/** What a host may set, for `parley adapter check`. */
export const options = MyAppOptions;

/** All suites of this package. */
export const suites = (runner: Runner): void => {
  agentBackendSuite(runner, name, open);
  erasureListenerSuite(runner, name, openErasure);
};

/** What agents do in the app, what it shows, and how it fails. */
const open: OpenAgentApp = async (bench) => {
  const { app, plugin, close } = await startApp(bench);
  return {
    backend: await plugin.get(AgentBackend),
    messages: async (conversationId) => app.messages(conversationId),
    reports: async (conversationId) => app.reports(conversationId),
    people: {
      setAvailable: async (available) => void (app.available = available),
      reply: (id, text) => bench.untilReplied(id, () => app.write(id, text)),
    },
    trouble: {
      begin: async (trouble) => void (app.trouble = trouble),
      end: async () => app.endTrouble(),
    },
    busy: {
      begin: async (seconds) => void (app.busyForSeconds = seconds),
      end: async () => void (app.busyForSeconds = null),
    },
    restart: async () => app.restart(),
    close,
  };
};
