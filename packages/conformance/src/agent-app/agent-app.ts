import type { AgentBackend, DeliveryReport } from "@parley/core";

/**
 * A fault of an agent app. `away`: no call reaches it. `silent`: it does not answer until the fault ends.
 * `answer-lost`: it gets the call, and its answer is lost. `refusing`: it rejects the event for good.
 */
export type Trouble = "away" | "silent" | "answer-lost" | "refusing";

/** A message as the app shows it. */
export interface SeenMessage {
  /** Its fields with their names and values on the wire (§2.5). */
  readonly message: Readonly<Record<string, unknown>>;
  /** The visitor as shown, `id` as text; `null`: the app shows no visitors. */
  readonly visitor: Readonly<Record<string, unknown>> | null;
}

/** A delivery report as the app shows it. */
export type SeenReport = Pick<DeliveryReport, "reason" | "description" | "sequence">;

/** The actions of agents, for an app in which people answer. */
export interface AppPeople {
  /** Makes agents available, or none. */
  setAvailable(available: boolean): Promise<void>;
  /** An agent writes in the app. */
  reply(conversationId: string, text: string): Promise<void>;
}

/** An agent app under test: its plugin, and the controls of the app behind it. */
export interface AgentApp {
  readonly backend: AgentBackend;
  /** The stored messages of a conversation, each once, in the app's order. */
  messages(conversationId: string): Promise<readonly SeenMessage[]>;
  /** Every report that the app shows for a conversation; `null`: the app shows no reports. */
  reports(conversationId: string): Promise<readonly SeenReport[] | null>;
  /** `null`: the app is a program that answers by itself and is always available. */
  readonly people: AppPeople | null;
  /** `null`: the app runs in the gateway's process and cannot fail separately. */
  readonly trouble: {
    begin(trouble: Trouble): Promise<void>;
    end(): Promise<void>;
  } | null;
  /** While it is busy, the app asks whoever calls it to wait that long. `null`: it never does. */
  readonly busy: {
    begin(forSeconds: number): Promise<void>;
    end(): Promise<void>;
  } | null;
  /**
   * Kills the app and starts it again over what it has stored: calls under way get no answer. `null`: it runs in the
   * gateway's process and has no crash of its own.
   */
  readonly restart: (() => Promise<void>) | null;
  /** Closes everything that it opened. */
  close(): Promise<void>;
}
