import type { FileMessage, LocationMessage, TextMessage, TypingType } from "../message.ts";

/** The visitor whom the agent answers: your own `sender.id`, with its JSON type and every digit (§2.3). */
export interface Recipient {
  /** The id as text, with all digits. */
  readonly id: string;
  /** Whether you sent it as a JSON number. */
  readonly isNumber: boolean;
}

/** The agent (§2.2). Untrusted text: display it as text only. */
export interface AgentSender {
  readonly name: string;
  /** http(s) URL. */
  readonly photo?: string;
}

interface AgentEvent {
  /** Last segment of the request's path: `<channel_public_id>`, unless your URL is a template. */
  readonly channelId: string;
  readonly sender: AgentSender;
  readonly recipient: Recipient;
}

/** An agent's message for one of your visitors (§4.3). */
export interface AgentMessage extends AgentEvent {
  /** `id` is the same on every redelivery. Texts are untrusted; files are http(s) URLs. */
  readonly message: (TextMessage | FileMessage | LocationMessage) & { readonly id: string };
}

/** A message of a type that this version of the client does not know (§9). Only `id` and `type` were validated. */
export interface UnknownAgentMessage extends AgentEvent {
  readonly message: Readonly<Record<string, unknown>> & {
    readonly type: string;
    readonly id: string;
  };
}

/** An agent begins or ends typing (§4.4). */
export interface AgentTyping extends AgentEvent {
  readonly type: TypingType;
}
