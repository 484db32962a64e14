import { AgentBackend, Transport, type TransportResult } from "@parley/core";
import { ContainerModule } from "inversify";
import type { Mark } from "./marks.ts";

const encoder = new TextEncoder();
const failingEvery = 53;

/**
 * An agent app that takes everything and keeps each visitor's conversation, and an integrating system that rejects a
 * message now and then.
 */
export const world = (mark: Mark, conversations: Map<string, string>): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(AgentBackend).toConstantValue({
      availability: async () => 1,
      async receive({ visitor, conversationId }) {
        conversations.set(visitor.id, conversationId);
        return { outcome: "taken" };
      },
      report: async () => ({ outcome: "taken" }),
    });
    bind(Transport).toConstantValue({
      async post({ body, permit }) {
        if (!permit()) return { kind: "failure", failure: "not-sent" };
        const { message } = JSON.parse(body) as { message: { text: string } };
        const name = nameIn(message.text);
        mark("attempt", name);
        return answer(Number(name.split("-").at(-1)) % failingEvery === 7 ? rejection : positive);
      },
    });
  });

/** A text opens with its name, `<direction>-<sender>-<number>`. */
export function nameIn(text: string): string {
  return text.split(" ", 1)[0] ?? "";
}

const positive = '{"result":"ok"}';
const rejection = '{"error":{"code":1,"message":"closed"}}';

function answer(body: string): TransportResult {
  return { kind: "response", status: 200, body: encoder.encode(body), truncated: false };
}
