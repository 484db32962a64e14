import type { OpenErasureApp } from "@parley/conformance";
import { AgentBackend, ErasureListener, PluginState, type VisitorEvent } from "@parley/core";
import { name } from "./sample.ts";
import { startApp } from "./start-app.ts";

/** What the app keeps of a conversation is gone once it was erased, and nothing brings it back. */
export const openErasure: OpenErasureApp = async (bench) => {
  const { app, plugin, close } = await startApp(bench);
  const backend = await plugin.get(AgentBackend);
  const { signal } = new AbortController();
  const events = new Map<string, VisitorEvent>();
  return {
    listener: await plugin.get(ErasureListener, name),
    state: await plugin.get(PluginState, name),
    remember: async (visitor) => {
      const event = await bench.says("hello", visitor);
      events.set(event.conversationId, event);
      await backend.receive(event, signal);
      return event.conversationId;
    },
    rememberAgain: async (id) => {
      const event = events.get(id);
      if (event === undefined) throw new Error("the conversation was never there");
      const again = { ...event, id: `${event.id}-again`, mayBeRepeat: true };
      const receipt = await backend.receive(again, signal).catch(() => null);
      return receipt?.outcome === "taken" || app.messages(id).length > 0;
    },
    isRemembered: async (id) => app.messages(id).length > 0,
    erase: async (id) => void (await bench.rig.gateway.conversations.erase(id)),
    close,
  };
};
