import type { ServiceIdentifier } from "inversify";
import type { Refusal } from "../../protocol/refusals.ts";
import type { Warning } from "../../protocol/warning.ts";
import type { TypingType } from "../typing-listener.ts";

/** An agent's message to send. `sender` and `message` are validated like a wire body (§2.2, §2.4, §2.5). */
export interface SendRequest {
  readonly conversationId: string;
  /**
   * A call with the key of an earlier call sends nothing as long as that one's message is kept, even when its message
   * differs. `null`: every call sends.
   * An outbox that is injected under the name of an instance has keys of its own.
   * A key has 1 to 255 characters, not all of them blank; any other key is refused.
   */
  readonly idempotencyKey: string | null;
  /** `{name, photo?}`. */
  readonly sender: unknown;
  /** `{type, text, …}` without `id`; core generates the id. */
  readonly message: unknown;
  /**
   * The `fence` of the event that this answers. The message is refused if the conversation's owner has changed since.
   * Default: it is sent if the conversation belongs to this agent app now.
   */
  readonly fence?: number | undefined;
}

/** `accepted: true` is given only after the commit that holds the message. */
export type SendAnswer =
  | {
      readonly accepted: true;
      /** Names the first part when the text was split. Its `sequence` names the message in `Conversations`. */
      readonly deliveryId: string;
      readonly sequence: number;
      readonly warnings: readonly Warning[];
    }
  | { readonly accepted: false; readonly refusal: Refusal };

/** Called by agent backends; implemented by core. Stores agents' messages before it answers. */
export interface Outbox {
  /** Never throws: when the store fails, the answer is a 503 refusal. */
  send(request: SendRequest): Promise<SendAnswer>;
  /**
   * Sends the failed message `sequence` once more, with the same `message.id`. A second call while it waits does
   * nothing.
   */
  sendAgain(conversationId: string, sequence: number): Promise<SendAnswer>;
  /**
   * §4.4. Best effort, never stored; only the latest counts (ruling 19).
   * Repeat `typein` every 5 s while the agent types. After 10 s without one, and when the gateway stops, core sends
   * a `typeout`. A message ends typing by itself.
   * @throws ParleyError `unknown-typing-type`
   */
  typing(conversationId: string, type: TypingType): void;
}
export const Outbox = Symbol.for("@parley/core/Outbox") as ServiceIdentifier<Outbox>;
