import type { AgentBackend, TypingListener, TypingType } from "@parley/core";
import type { Trouble } from "./agent-app.ts";

/** An agent app under test that shows when a visitor types. */
export interface TypingApp {
  readonly typing: TypingListener;
  /** The same plugin, for messages between the typing. */
  readonly backend: AgentBackend;
  /** The latest that the app shows of a conversation: `null` when it shows nothing of the kind. */
  shown(conversationId: string): Promise<TypingType | null>;
  /** How many messages the app has of a conversation. */
  messageCount(conversationId: string): Promise<number>;
  /** `null`: it is part of the gateway's process and has nothing that could fail. */
  readonly trouble: {
    begin(trouble: Exclude<Trouble, "refusing">): Promise<void>;
    end(): Promise<void>;
  } | null;
  close(): Promise<void>;
}
