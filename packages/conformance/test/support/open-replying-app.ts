import {
  AgentBackend,
  Clock,
  DueListener,
  Outbox,
  PluginInstance,
  type VisitorEvent,
} from "@parley/core";
import { ContainerModule } from "inversify";
import type { OpenAgentApp } from "../../src/index.ts";

const name = "replies";
const pollMs = 1_000;

/** What survives a crash of the gateway. */
class App {
  readonly events = new Map<string, VisitorEvent>();
  readonly replies: { readonly conversationId: string; readonly text: string }[] = [];
  /** How many replies the plugin has behind it. */
  handled = 0;

  /** Resolves when the plugin asks for what came after it. */
  async reply(conversationId: string, text: string): Promise<void> {
    const count = this.replies.push({ conversationId, text });
    while (this.handled < count) await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** The smallest app in which people answer. Its plugin asks it every second; `hasKeys`: replies go out by their ids. */
export const openReplyingApp =
  ({ hasKeys }: { readonly hasKeys: boolean }): OpenAgentApp =>
  async (bench) => {
    const app = new App();
    const plugin = await bench.plug(() => moduleOf(app, hasKeys));
    return {
      backend: await plugin.get(AgentBackend),
      messages: async (id) =>
        [...app.events.values()]
          .filter(({ conversationId }) => conversationId === id)
          .map(({ message }) => ({ message: { ...message }, visitor: null })),
      reports: async () => null,
      people: { setAvailable: async () => {}, reply: (id, text) => app.reply(id, text) },
      trouble: null,
      busy: null,
      restart: null,
      close: () => plugin.unplug(),
    };
  };

function moduleOf(app: App, hasKeys: boolean): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(PluginInstance).toConstantValue({ name, standing: [{ key: "poll", value: 0 }] });
    bind(AgentBackend).toConstantValue({
      availability: async () => 1,
      receive: async (event) => {
        app.events.set(event.id, event);
        return { outcome: "taken" };
      },
      report: async () => ({ outcome: "taken" }),
    });
    bind(DueListener)
      .toResolvedValue(
        (outbox: Outbox, clock: Clock) => listenerOf(app, outbox, clock, hasKeys),
        [{ serviceIdentifier: Outbox, name }, Clock],
      )
      .inSingletonScope()
      .whenNamed(name);
  });
}

function listenerOf(app: App, outbox: Outbox, clock: Clock, hasKeys: boolean): DueListener {
  return {
    due: async ({ value }) => {
      const from = Number(value);
      app.handled = from;
      const fresh = app.replies.slice(from);
      for (const [index, { conversationId, text }] of fresh.entries()) {
        const answer = await outbox.send({
          conversationId,
          idempotencyKey: hasKeys ? `reply ${from + index}` : null,
          sender: { name: "Ann" },
          message: { type: "text", text },
        });
        if (!answer.accepted) throw new Error(answer.refusal.message);
      }
      return { dueAt: clock.now() + pollMs, value: from + fresh.length };
    },
  };
}
