import type { FileMessage, LocationMessage, TextMessage, TypingType } from "../message.ts";

/** The visitor whom an agent answers: your own `sender.id`, digit for digit and with its JSON type (§2.3). */
export interface Recipient {
  /** As text, however many digits it has. */
  readonly id: string;
  /** Whether you sent it as a JSON number. */
  readonly isNumber: boolean;
}

/** Who wrote (§2.2). Untrusted text: show it, never run it. */
export interface AgentSender {
  readonly name: string;
  /** http(s) URL. */
  readonly photo?: string;
}

interface AgentEvent {
  /** The last segment of the path that was posted to: `<channel_public_id>`, unless your URL is a template. */
  readonly channelId: string;
  readonly sender: AgentSender;
  readonly recipient: Recipient;
}

/** An agent's message for one of your visitors (§4.3). */
export interface AgentMessage extends AgentEvent {
  /** Its `id` is the same however often it is redelivered. Texts are untrusted, files are http(s) URLs. */
  readonly message: (TextMessage | FileMessage | LocationMessage) & { readonly id: string };
}

/** A message of a type that came after this version of the client (§9): nothing of it but `id` and `type` was checked. */
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
