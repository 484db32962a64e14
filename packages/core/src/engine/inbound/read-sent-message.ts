import { givenKey } from "../../model/idempotency-key.ts";
import type { SentMessageFacts } from "../../model/report.ts";
import type { DeliveryStore } from "../../ports/stores/delivery-store.ts";

const unknown: SentMessageFacts = Object.freeze({
  idempotencyKey: null,
  instance: null,
  part: 1,
  parts: 1,
  state: null,
});

/** The message that a report or a notice is about. */
export interface ReportedMessage {
  readonly conversationId: string;
  readonly sequence: number;
  /** Only agents' messages are looked up. Default: `outbound`. */
  readonly direction?: "inbound" | "outbound";
}

/**
 * Reads what a report or a notice tells about its message, at the time of the call.
 * @throws the store's error
 */
export async function readSentMessage(
  store: DeliveryStore,
  { direction, conversationId, sequence }: ReportedMessage,
): Promise<SentMessageFacts> {
  const sent = direction === "inbound" ? null : await store.sentMessage(conversationId, sequence);
  if (sent === null) return unknown;
  const { key, part, parts, state } = sent;
  const given = key === null ? null : givenKey(key);
  const { instance = null } = given ?? {};
  return { idempotencyKey: given?.key ?? null, instance, part, parts, state };
}
