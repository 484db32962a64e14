import { agentBackendSuite, type OpenAgentApp, type Runner } from "@parley/conformance";
import { AgentBackend, Door } from "@parley/core";
import { myAppAgent, MyAppOptions } from "../src/index.ts";
import { FakeApp } from "./fake-app.ts";
import { serveDoor } from "./serve-door.ts";

const name = "my-app";
const token = "a token for tests";
const secret = "a secret for tests";

/** The plugin with sample options, for `parley adapter check`. */
export const adapter = (url = "http://127.0.0.1:1") => myAppAgent({ url, token, secret });

/** What a host may set, for `parley adapter check`. */
export const options = MyAppOptions;

/** All suites of this package. */
export const suites = (runner: Runner): void => agentBackendSuite(runner, name, open);

/** Starts an app and puts its plugin on the suite's bench. */
const open: OpenAgentApp = async (bench) => {
  const app = await new FakeApp({ token, secret }).listen();
  const plugin = await bench.plug(() => adapter(app.url));
  const door = await serveDoor(name, async () => plugin.get(Door, name));
  app.webhookUrl = door.url;
  app.now = () => bench.rig.time.now();
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
    close: async () => {
      await plugin.unplug();
      await door.close();
      await app.close();
    },
  };
};
