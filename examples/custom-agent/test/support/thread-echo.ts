import { randomUUID } from "node:crypto";
import { AgentBackend, type Outbox, pluginModule } from "@parley/core";
import type { PluginState, VisitorEvent } from "@parley/core";
import { echoOf, receiptOf, unlessAborted } from "../broken/variant.ts";

/** Finds the thread of an event's conversation, or begins one. */
export type ThreadOf = (event: VisitorEvent) => Promise<string>;

/**
 * An echo agent that is like an app with threads: it recognises a repeat only in the thread that it came to. So the
 * plugin must remember which thread is which conversation.
 */
export const threadEcho = (makeThreadOf: (state: PluginState) => ThreadOf = inState) =>
  pluginModule({
    name: "threads",
    ports: [AgentBackend],
    make: ({ state, outbox }) => backendOf(makeThreadOf(state), outbox),
  });

function backendOf(threadOf: ThreadOf, outbox: Outbox): AgentBackend {
  return {
    availability: async () => 1,
    receive: async (event, signal) => {
      const thread = await threadOf(event);
      const sending = outbox.send({ ...echoOf(event), idempotencyKey: `${thread} ${event.id}` });
      return receiptOf(await unlessAborted(sending, signal));
    },
    report: async () => ({ outcome: "taken" }),
  };
}

/** Remembers threads durably. */
function inState(state: PluginState): ThreadOf {
  return async ({ conversationId, turn }) => {
    const known = await state.get<string>(threadKey(conversationId));
    if (known !== null) return known.value;
    const thread = randomUUID();
    const answer = await state.write([
      {
        put: threadKey(conversationId),
        value: thread,
        conversationId,
        when: { turn, ifAbsent: true },
      },
    ]);
    // Another call has it by now, which the next try finds out.
    if (!answer.written) throw new Error(`the thread could not be remembered: ${answer.why}`);
    return thread;
  };
}

/** Key of a conversation's entry. */
export const threadKey = (conversationId: string): string => `thread:${conversationId}`;
