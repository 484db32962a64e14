import type { ServiceIdentifier } from "inversify";
import type { Refusal } from "../../protocol/refusals.ts";
import type { Warning } from "../../protocol/warning.ts";
import type { TypingType } from "../typing-listener.ts";

/** An agent's message on its way out. `sender` and `message` are checked like a wire body (§2.2, §2.4, §2.5). */
export interface SendRequest {
  readonly conversationId: string;
  /**
   * A repeat of the call with the same key within 24 h sends nothing, whatever its message; `null`: every call sends. 1 to
   * 255 characters, not all of them blank: any other key is refused.
   */
  readonly idempotencyKey: string | null;
  /** `{name, photo?}`. */
  readonly sender: unknown;
  /** `{type, text, …}` without `id`: core makes that. */
  readonly message: unknown;
}

/** `accepted` follows the commit that holds the message. */
export type SendAnswer =
  | {
      readonly accepted: true;
      /** Of the first part when the text was split; its `sequence` names the message in `Conversations`. */
      readonly deliveryId: string;
      readonly sequence: number;
      readonly warnings: readonly Warning[];
    }
  | { readonly accepted: false; readonly refusal: Refusal };

/** Called by agent backends; implemented by core. The durable door for agents. */
export interface Outbox {
  /** Never throws: trouble with the store is a 503 refusal. */
  send(request: SendRequest): Promise<SendAnswer>;
  /** The failed message `sequence` once more, with the same `message.id`; a second call while it waits does nothing. */
  sendAgain(conversationId: string, sequence: number): Promise<SendAnswer>;
  /**
   * §4.4. Best effort, never stored; the latest wins (ruling 19). Repeat `typein` every 5 s while the agent types: core
   * ends it with a `typeout` after 10 s without one, and when the gateway stops. A message ends typing by itself.
   * @throws ParleyError `unknown-typing-type`
   */
  typing(conversationId: string, type: TypingType): void;
}
export const Outbox = Symbol.for("@parley/core/Outbox") as ServiceIdentifier<Outbox>;
