import { AgentBackend, type VisitorEvent } from "@parley/core";
import { ContainerModule } from "inversify";
import { readText } from "../load/text.ts";
import { Tally } from "../receiver/tally.ts";
import { Gate } from "./gate.ts";
import type { Post } from "./post.ts";

/** The target of visitors' messages, and the conversation of each visitor. */
export interface AgentApp {
  readonly module: ContainerModule;
  /** By the visitor's id. */
  readonly conversations: ReadonlyMap<string, string>;
  /** Messages that were accepted in this process only. */
  readonly tally: Tally;
}

/**
 * An agent app that accepts everything. On a channel with a post it sends messages over HTTP, and accepts those
 * answered with 200.
 * @param gate it answers nothing while this is closed.
 */
export function agentApp(
  postOf: (channelId: string) => Post | null,
  gate = new Gate(false),
): AgentApp {
  const conversations = new Map<string, string>();
  const tally = new Tally();
  const backend: AgentBackend = {
    availability: async () => 1,
    receive: async (event: VisitorEvent, signal: AbortSignal) => {
      await gate.pass();
      // The caller has given up, and will try again.
      signal.throwIfAborted();
      conversations.set(event.visitor.id, event.conversationId);
      const [body, post] = [JSON.stringify(event), postOf(event.channelId)];
      const told = post === null ? readText(body) : null;
      if (told !== null) tally.take(told);
      await post?.(body);
      return { outcome: "taken" };
    },
    report: async () => ({ outcome: "taken" }),
  };
  const module = new ContainerModule(({ bind }) => {
    bind(AgentBackend).toConstantValue(backend);
  });
  return { module, conversations, tally };
}
