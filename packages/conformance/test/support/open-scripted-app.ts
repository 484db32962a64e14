import { AgentBackend, Outbox } from "@parley/core";
import { ContainerModule } from "inversify";
import type { AgentBench, BackendAnswer, OpenAgentApp, Trouble } from "../../src/index.ts";
import { ManualTime, ScriptedBackend } from "../../src/index.ts";

const answers: Readonly<Record<Trouble, BackendAnswer>> = {
  away: "throw",
  silent: "silent",
  "answer-lost": "lost",
  refusing: { rejected: "no such inbox" },
};

/** The scripted backend as an agent app whose people see each event and each report once. */
export const openScriptedApp =
  (wrap: (backend: AgentBackend) => AgentBackend = (backend) => backend): OpenAgentApp =>
  async (bench) => {
    const app = new ScriptedBackend(new ManualTime());
    const plugin = await bench.plug(() => moduleOf(wrap(app)));
    const answerAs = (answer: BackendAnswer) => {
      app.answer = () => answer;
      app.answerReport = () => answer;
    };
    let available = true;
    app.online = async () => (available ? 1 : 0);
    return {
      backend: await plugin.get(AgentBackend),
      messages: async (conversationId) =>
        firstOfEach(app.taken, ({ id }) => id)
          .filter((event) => event.conversationId === conversationId)
          .map(({ message, visitor }) => ({ message: { ...message }, visitor: { ...visitor } })),
      reports: async (conversationId) =>
        firstOfEach(app.reports, ({ report }) => report.deliveryId)
          .map(({ report }) => report)
          .filter((report) => report.conversationId === conversationId),
      people: {
        setAvailable: async (present) => void (available = present),
        reply: (conversationId, text) => replyFrom(bench, conversationId, text),
      },
      trouble: {
        begin: async (trouble) => {
          answerAs(answers[trouble]);
          app.online = () => Promise.reject(new Error("the agent app is down"));
        },
        end: async () => {
          answerAs("taken");
          app.online = async () => (available ? 1 : 0);
        },
      },
      busy: {
        begin: async (seconds) => answerAs({ outcome: "later", inMs: 1_000 * seconds }),
        end: async () => answerAs("taken"),
      },
      restart: null,
      close: () => plugin.unplug(),
    };
  };

function moduleOf(backend: AgentBackend): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(AgentBackend)
      .toResolvedValue((_outbox: Outbox) => backend, [Outbox])
      .inSingletonScope();
  });
}

async function replyFrom(bench: AgentBench, conversationId: string, text: string): Promise<void> {
  const message = { type: "text", text };
  await bench.outbox.send({
    conversationId,
    idempotencyKey: null,
    sender: { name: "Ann" },
    message,
  });
}

function firstOfEach<Value>(values: readonly Value[], key: (value: Value) => string): Value[] {
  return [
    ...new Map(values.toReversed().map((value) => [key(value), value])).values(),
  ].toReversed();
}
