import {
  AgentBackend,
  DueListener,
  Outbox,
  PluginInstance,
  PluginState,
  type Receipt,
  type Turn,
} from "@parley/core";
import { ContainerModule, type ServiceIdentifier } from "inversify";

interface Update {
  readonly id: number;
  readonly topic: number;
  readonly text: string;
}

class Refused extends Error {}

/** The plugin for an agent app with topics, which it remembers. A standing entry polls for answers. */
export function pollingPlugin(url: string, name = "topics"): ContainerModule {
  const Plugin = Symbol(name) as ServiceIdentifier<AgentBackend & DueListener>;
  return new ContainerModule(({ bind }) => {
    bind(PluginInstance).toConstantValue({ name, standing: [{ key: "poll", value: 0 }] });
    bind(Plugin)
      .toResolvedValue(
        (state: PluginState, outbox: Outbox) => topicsPlugin(url, state, outbox),
        [
          { serviceIdentifier: PluginState, name },
          { serviceIdentifier: Outbox, name },
        ],
      )
      .inSingletonScope();
    bind(AgentBackend).toService(Plugin);
    bind(DueListener)
      .toResolvedValue((plugin) => plugin, [Plugin])
      .inSingletonScope()
      .whenNamed(name);
  });
}

function topicsPlugin(url: string, state: PluginState, outbox: Outbox): AgentBackend & DueListener {
  /** @throws Refused: never again */
  async function ask(path: string, signal: AbortSignal, body?: object): Promise<unknown> {
    const request = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(url + path, { ...request, signal });
    if (answer.status === 410) throw new Refused(String(await answer.json()));
    if (!answer.ok) throw Object.assign(new Error("the app failed"), { status: answer.status });
    return answer.json();
  }

  /** Makes a topic for a new conversation, and remembers it both ways. */
  async function topicOf(conversationId: string, turn: Turn, signal: AbortSignal): Promise<number> {
    const known = await state.get<number>(`of:${conversationId}`);
    if (known) return known.value;
    const topic = (await ask("/topics", signal, {})) as number;
    const answer = await state.write([
      { put: `of:${conversationId}`, value: topic, conversationId, when: { turn, ifAbsent: true } },
      { put: `topic:${topic}`, value: conversationId, conversationId },
    ]);
    if (!answer.written) throw new Error(`the topic could not be remembered: ${answer.why}`);
    return topic;
  }

  async function post(
    about: { readonly conversationId: string; readonly turn: Turn },
    key: string,
    signal: AbortSignal,
  ): Promise<Receipt> {
    try {
      const topic = await topicOf(about.conversationId, about.turn, signal);
      await ask(`/topics/${topic}`, signal, { ...about, key });
      return { outcome: "taken" };
    } catch (error) {
      if (error instanceof Refused) return { outcome: "rejected", reason: error.message };
      throw error;
    }
  }

  return {
    availability: async () =>
      (await ask("/available", AbortSignal.timeout(900))) === true ? 1 : 0,
    receive: (event, signal) => post(event, event.id, signal),
    report: (report, signal) => post(report, report.deliveryId, signal),
    due: async ({ value }, signal) => {
      const updates = (await ask(`/updates?after=${String(value)}`, signal)) as Update[];
      for (const { id, topic, text } of updates) {
        const conversationId = (await state.get<string>(`topic:${topic}`))?.value ?? "unknown";
        const answer = await outbox.send({
          conversationId,
          idempotencyKey: `update ${id}`,
          sender: { name: "The team" },
          message: { type: "text", text },
        });
        if (!answer.accepted && answer.refusal.httpStatus >= 500) throw new Error("away");
      }
      return { dueAt: 0, value: updates.at(-1)?.id ?? value };
    },
  };
}
