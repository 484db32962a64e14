import { AgentBackend, ErasureListener, PluginState, type VisitorEvent } from "@parley/core";
import type { OpenErasureApp } from "../../../src/index.ts";
import type { AppServer } from "../apps/app-server.ts";

/** An app and its plugin on the bench, which keeps a visitor's message. */
export const openErasureApp =
  (makeApp: () => AppServer): OpenErasureApp =>
  async (bench) => {
    const app = await makeApp().listen();
    const { name } = app;
    const plugin = await bench.plug(() => app.plugin("bench"));
    const backend = await plugin.get(AgentBackend);
    const { conversations } = bench.rig.gateway;
    const { signal } = new AbortController();
    const eventOf = new Map<string, VisitorEvent>();
    return {
      listener: await plugin.get(ErasureListener, name),
      state: await plugin.get(PluginState, name),
      remember: async (visitor) => {
        const event = await bench.says("hello", visitor);
        eventOf.set(event.conversationId, event);
        await backend.receive(event, signal);
        return event.conversationId;
      },
      rememberAgain: async (id) => {
        const before = app.conversationCount;
        const event = eventOf.get(id);
        if (event === undefined) throw new Error("it was never there");
        const again = { ...event, id: `${event.id}-again`, mayBeRepeat: true };
        const receipt = await backend.receive(again, signal).catch(() => null);
        return receipt?.outcome === "taken" || app.conversationCount > before;
      },
      isRemembered: async (id) => app.messages(id).length > 0,
      erase: async (id) => void (await conversations.erase(id)),
      close: async () => {
        await plugin.unplug();
        await app.close();
      },
    };
  };
