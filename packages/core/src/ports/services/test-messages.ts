import type { ServiceIdentifier } from "inversify";
import type { Refusal } from "../../protocol/refusals.ts";
import type { Finding } from "../platform/diagnosis.ts";

/** A test message of an admin. */
export interface TestMessageRequest {
  readonly channelId: string;
  /** Sent as `recipient.id`; read like `sender.id` of a visitor. It need not be a known visitor. */
  readonly visitorId: unknown;
  /** `{name, photo?}`, as of an agent. */
  readonly sender: unknown;
  /** Cut at 1000 characters. */
  readonly text: string;
}

/** `sent: false`: the request or the channel is not valid. */
export type TestMessageAnswer =
  | {
      readonly sent: true;
      readonly isDelivered: boolean;
      /** What the receiver answered, or why there is no answer. */
      readonly finding: Finding;
    }
  | { readonly sent: false; readonly refusal: Refusal };

/** Called by admin surfaces; implemented by core. */
export interface TestMessages {
  /**
   * Sends one text message to a channel's receiver, exactly as an agent's: same guard, signature and reading of the
   * answer. It is no delivery: it is tried once, stored nowhere, and belongs to no conversation. Never rejects.
   */
  send(request: TestMessageRequest, signal: AbortSignal): Promise<TestMessageAnswer>;
}
export const TestMessages = Symbol.for(
  "@parley/core/TestMessages",
) as ServiceIdentifier<TestMessages>;
