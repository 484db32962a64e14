import type { AgentBackend, TypingListener, TypingType } from "@parley/core";
import type { Trouble } from "./agent-app.ts";

/** An agent app under test that shows when a visitor types. */
export interface TypingApp {
  readonly typing: TypingListener;
  /** The same plugin, for messages between typing notices. */
  readonly backend: AgentBackend;
  /** The latest typing notice shown for a conversation; `null` when none is shown. */
  shown(conversationId: string): Promise<TypingType | null>;
  /** Number of messages of a conversation. */
  messageCount(conversationId: string): Promise<number>;
  /** `null`: the app runs in the gateway's process and cannot fail separately. */
  readonly trouble: {
    begin(trouble: Exclude<Trouble, "refusing">): Promise<void>;
    end(): Promise<void>;
  } | null;
  close(): Promise<void>;
}
