import type { DeliveryEntry } from "@parley/core";
import {
  deliveryBackend,
  failureOf,
  fromJson,
  laneOfNumber,
  stateOf,
} from "@parley/core/sql-store";
import { section } from "./export-section.ts";
import { comparedContentBytes } from "../rows/seen-identity.ts";

interface DeliveryColumns extends Omit<
  DeliveryEntry,
  "kind" | "state" | "identity" | "failure" | "backend"
> {
  readonly at: number;
  readonly within: number;
  readonly kind: number;
  readonly state: number;
  readonly messageId: string | null;
  readonly content: string;
  readonly count: number;
  readonly failure: string | null;
  readonly backend: number | null;
}

/** A message's identity is exported with the delivery that it refers to. */
export const deliverySection = section<"deliveries", DeliveryColumns>({
  table: "deliveries",
  start: [0, 0],
  sql: `select d.conversation as at, d.sequence as within, c.id as "conversationId", d.sequence, d.kind, d.state,
      d.message_sequence as "messageSequence", d.newest, d.accepted_at as "acceptedAt",
      encode(i.message_id, 'hex') as "messageId",
      encode(substr(i.content, 1, ${comparedContentBytes}), 'hex') as content, i.count,
      d.failure, d.record, d.recipient_id as "recipientId", d.sender, d.message, d.backend
    from deliveries d join conversations c on c.conversation = d.conversation
    left join identities i on i.channel = c.channel and i.message_id = d.identity
      and i.conversation = d.conversation and i.first = d.sequence
    where (d.conversation, d.sequence) > ($1, $2) order by d.conversation, d.sequence limit $3`,
  entryOf: ({ at: _at, within: _within, messageId, content, count, ...row }, nameOf) => ({
    ...row,
    kind: laneOfNumber(row.kind).kind,
    backend: deliveryBackend(row, nameOf),
    state: stateOf(row.state),
    identity: messageId === null ? null : { messageId, content, count },
    failure: failureOf(row.failure),
    record: fromJson(row.record),
  }),
});
