import type { AgentBackend, DeliveryReport } from "@parley/core";

/**
 * How an agent app is brought into trouble. `away`: nothing reaches it. `silent`: it answers nothing until the trouble
 * ends. `answer-lost`: it gets what it is given, and its answer does not come back. `refusing`: it will never take what
 * it is given now.
 */
export type Trouble = "away" | "silent" | "answer-lost" | "refusing";

/** A message as the app shows it. */
export interface SeenMessage {
  /** Its fields, named as on the wire (§2.5), values as they were received. */
  readonly message: Readonly<Record<string, unknown>>;
  /** What is shown of the visitor, `id` as text; `null`: the app shows nothing of visitors. */
  readonly visitor: Readonly<Record<string, unknown>> | null;
}

/** A delivery report as the app shows it. */
export type SeenReport = Pick<DeliveryReport, "reason" | "description" | "sequence">;

/** What only an app has in which people answer. */
export interface AppPeople {
  /** The agents come, or all of them go. */
  setAvailable(available: boolean): Promise<void>;
  /** An agent writes in the app. */
  reply(conversationId: string, text: string): Promise<void>;
}

/** An agent app under test: the plugin, and what its author can do with the app behind it. */
export interface AgentApp {
  readonly backend: AgentBackend;
  /** What the app durably has of a conversation, each message once, in its order. */
  messages(conversationId: string): Promise<readonly SeenMessage[]>;
  /** Every report that the app shows for a conversation; `null`: it is a program that has nobody to show one. */
  reports(conversationId: string): Promise<readonly SeenReport[] | null>;
  /** `null`: it is a program, always there, that answers by itself. */
  readonly people: AppPeople | null;
  /** `null`: it is part of the gateway's process and has nothing that could fail. */
  readonly trouble: {
    begin(trouble: Trouble): Promise<void>;
    end(): Promise<void>;
  } | null;
  /** Gives back what it opened. */
  close(): Promise<void>;
}
