import { givenKey } from "../../model/idempotency-key.ts";
import type { DeliveryReport, StoredReport } from "../../model/report.ts";
import type { DeliveryStore } from "../../ports/stores/delivery-store.ts";

/** What a report tells about the message itself. */
export type ReportedMessage = Pick<
  DeliveryReport,
  "idempotencyKey" | "instance" | "part" | "parts" | "state"
>;

const unknown: ReportedMessage = Object.freeze({
  idempotencyKey: null,
  instance: null,
  part: 1,
  parts: 1,
  state: null,
});

/**
 * Reads what a report tells about the message itself, at the time of the call.
 * @throws the store's error
 */
export async function readReportedMessage(
  store: DeliveryStore,
  { direction, conversationId, sequence }: StoredReport,
): Promise<ReportedMessage> {
  const sent = direction === "inbound" ? null : await store.sentMessage(conversationId, sequence);
  if (sent === null) return unknown;
  const { key, part, parts, state } = sent;
  const given = key === null ? null : givenKey(key);
  const { instance = null } = given ?? {};
  return { idempotencyKey: given?.key ?? null, instance, part, parts, state };
}
