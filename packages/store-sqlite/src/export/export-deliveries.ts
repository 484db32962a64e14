import { type DeliveryEntry, isMessageKind } from "@parley/core";
import { failureOf, fromJson, laneOfNumber, stateOf } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
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
  entryOf: ({ at: _at, kind, state, identity, failure, record, backend, ...rest }, connection) => ({
    ...rest,
    kind: laneOfNumber(kind).kind,
    backend: nameOf(connection, kind, backend),
    state: stateOf(state),
    identity: identity === null ? null : toldBy(identity),
    failure: failureOf(failure),
    record: fromJson(record),
  }),
});

/** A report or a notice of an earlier version has no column of its backend, but the number of its lane. */
function nameOf({ backends }: Connection, number: number, backend: number | null): string | null {
  const lane = laneOfNumber(number);
  if (!isMessageKind(lane.kind)) return backends.nameOf(lane.backend);
  return backend === null ? null : backends.nameOf(backend);
}

function toldBy(identity: Uint8Array): DeliveryEntry["identity"] {
  const { messageId, content, count } = identityPartsOf(identity);
  return { messageId, content, count };
}
