import type { DeliveryEntry } from "@parley/core";
import { deliveryNumber, states, toJson } from "@parley/core/sql-store";
import type { Client } from "pg";
import { insertColumns } from "../statements/insert-columns.ts";
import { type NumberOf, numbersFor } from "./import-backends.ts";

const deliveries = `insert into deliveries
    (conversation, sequence, kind, state, message_sequence, newest, accepted_at, identity, failure, record, recipient_id,
      sender, message, backend, queued)
  select c.conversation, u.sequence, u.kind, u.state, u.message_sequence, u.newest, u.accepted_at,
    decode(u.message_id, 'hex'), u.failure, u.record, u.recipient_id, u.sender, u.message,
    u.backend, u.state = 0
  from unnest($1::text[], $2::bigint[], $3::smallint[], $4::smallint[], $5::bigint[], $6::bigint[], $7::bigint[],
      $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[],
      $14::integer[])
    as u (id, sequence, kind, state, message_sequence, newest, accepted_at, message_id, failure, record, recipient_id,
      sender, message, backend)
  join conversations c on c.id = u.id`;
const identities = `insert into identities (channel, message_id, content, conversation, accepted_at, first, count)
  select c.channel, decode(u.message_id, 'hex'), decode(u.content, 'hex'), c.conversation, u.accepted_at, u.first, u.count
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::integer[])
    as u (id, message_id, content, accepted_at, first, count)
  join conversations c on c.id = u.id`;

/** Writes deliveries with their identities. @throws Error when a conversation is missing */
export async function insertDeliveries(
  client: Client,
  entries: readonly DeliveryEntry[],
): Promise<void> {
  const numberOf = await numbersFor(
    client,
    entries.map(({ backend }) => backend),
  );
  const rows = entries.map((entry) => deliveryValues(entry, numberOf));
  await insertColumns(client, deliveries, rows);
  await insertColumns(client, identities, entries.flatMap(identityValues));
}

function deliveryValues(entry: DeliveryEntry, numberOf: NumberOf) {
  const backend = numberOf(entry.backend);
  const { conversationId, sequence, messageSequence, newest, acceptedAt } = entry;
  const { identity, failure, recipientId, sender, message } = entry;
  return [
    conversationId,
    sequence,
    deliveryNumber(entry.kind, backend),
    states[entry.state],
    messageSequence,
    newest,
    acceptedAt,
    identity?.messageId ?? null,
    failure === null ? null : JSON.stringify(failure),
    toJson(entry.record),
    recipientId,
    sender,
    message,
    backend,
  ];
}

function identityValues({ conversationId, sequence, acceptedAt, identity }: DeliveryEntry) {
  if (identity === null) return [];
  const { messageId, content, count } = identity;
  return [[conversationId, messageId, content, acceptedAt, sequence, count]];
}
