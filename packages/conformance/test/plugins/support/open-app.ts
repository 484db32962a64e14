import { AgentBackend, Door } from "@parley/core";
import type { OpenAgentApp } from "../../../src/index.ts";
import type { AppServer } from "../apps/app-server.ts";
import { serveDoors } from "./serve-doors.ts";

/** An app and its plugin on the bench of the suite. Agents' messages come in by the plugin's own way. */
export const openApp =
  (makeApp: () => AppServer): OpenAgentApp =>
  async (bench) => {
    const app = await makeApp().listen();
    const { name } = app;
    const plugin = await bench.plug(() => app.plugin("bench"));
    const doors = await serveDoors([
      { name, handle: async (...call) => (await plugin.get(Door, name)).handle(...call) },
    ]);
    app.webhookUrl = doors.url(name);
    return {
      backend: await plugin.get(AgentBackend),
      messages: async (id) => app.messages(id),
      reports: async (id) => app.reports(id),
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
        await doors.close();
        await app.close();
      },
    };
  };
