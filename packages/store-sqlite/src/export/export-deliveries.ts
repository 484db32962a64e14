import type { DeliveryEntry } from "@parley/core";
import {
  deliveryBackend,
  failureOf,
  fromJson,
  laneOfNumber,
  stateOf,
} from "@parley/core/sql-store";
import { section } from "./export-section.ts";
import { identityPartsOf } from "../rows/identity-parts.ts";

interface DeliveryColumns extends Omit<
  DeliveryEntry,
  "kind" | "state" | "identity" | "failure" | "backend"
> {
  readonly at: number;
  readonly kind: number;
  readonly backend: number | null;
  readonly state: number;
  readonly identity: Uint8Array | null;
  readonly failure: string | null;
}

/** In order of arrival. */
export const deliverySection = section<"deliveries", DeliveryColumns>({
  table: "deliveries",
  start: [0],
  sql: `select d.position as at, c.id as conversationId, d.sequence, d.kind, d.state,
      d.message_sequence as messageSequence, d.newest, d.accepted_at as acceptedAt,
      d.identity, d.failure, d.record,
      d.recipient_id as recipientId, d.sender, d.message, d.backend
    from deliveries d join conversations c on c.conversation = d.conversation
    where d.position > +? order by d.position limit +?`,
  entryOf: ({ at: _at, identity, ...row }, { backends }) => ({
    ...row,
    kind: laneOfNumber(row.kind).kind,
    backend: deliveryBackend(row, backends.nameOf),
    state: stateOf(row.state),
    identity: identity === null ? null : identityOf(identity),
    failure: failureOf(row.failure),
    record: fromJson(row.record),
  }),
});

function identityOf(identity: Uint8Array): DeliveryEntry["identity"] {
  const { messageId, content, count } = identityPartsOf(identity);
  return { messageId, content, count };
}
