import { AgentBackend, type VisitorEvent } from "@parley/core";
import { ContainerModule } from "inversify";
import { readText } from "../load/text.ts";
import { Tally } from "../receiver/tally.ts";
import type { Post } from "./post.ts";

/** Where visitors' messages go, and which conversation is whose. */
export interface AgentApp {
  readonly module: ContainerModule;
  /** By the visitor's id. */
  readonly conversations: ReadonlyMap<string, string>;
  /** What was taken in this process, and is told to nobody else. */
  readonly tally: Tally;
}

/**
 * An agent app that takes everything; where a channel has a post it is told over HTTP, and takes what was answered with 200.
 * @param opens until when it answers nothing. Default: at once.
 */
export function agentApp(
  postOf: (channelId: string) => Post | null,
  opens: Promise<void> | null = null,
): AgentApp {
  const conversations = new Map<string, string>();
  const tally = new Tally();
  const backend: AgentBackend = {
    availability: async () => 1,
    receive: async (event: VisitorEvent, signal: AbortSignal) => {
      if (opens !== null) await opens;
      // Who asked has gone, and asks again.
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
