import { type InboundAppend, isRepeatInTime, type MessageIdentity } from "@parley/core";
import { sequencesOf, type Stored } from "@parley/core/sql-store";
import type { Place } from "../lanes/batch-reads.ts";
import type { ConversationRow } from "./conversation-rows.ts";
import { columns, writesOf } from "../statements/columns.ts";
import { givenRows } from "../statements/given-rows.ts";
import { PairMap } from "../statements/pair-map.ts";
import { comparedContentBytes, type IdentityRow, SeenIdentity, tainted } from "./seen-identity.ts";
import type { Session } from "../connection/session.ts";
import { statement, type Write } from "../statements/statement.ts";

/** `conversation`: `null` for a content that another conversation sent under the id. */
type SeenRow = Omit<IdentityRow, "conversation"> & { readonly conversation: number | null };

// The lowest and the highest content show whether there are two. A tainted id has an empty lowest one. Most ids are new
// and need only one look-up. Rows from another store may have a shorter content.
const seen =
  statement(`select asked.channel, asked.id as "messageId", found.conversation, found.content,
    found.accepted_at as "acceptedAt", found.first, found.count
  from (select channel, id, digest, conversation, decode(id, 'hex') as message_id, decode(digest, 'hex') as content
    from ${givenRows("u", "channel bigint, id text, digest text, conversation bigint")}) asked
  cross join lateral (select i.content from identities i
    where i.channel = asked.channel and i.message_id = asked.message_id order by content limit 1) as lowest
  cross join lateral (
    select null::bigint as conversation, encode(lowest.content, 'hex') as content, 0::bigint as accepted_at,
      0::bigint as first, 0 as count
    union all
    (select null, encode(i.content, 'hex'), 0, 0, 0 from identities i
      where i.channel = asked.channel and i.message_id = asked.message_id order by content desc limit 1)
    union all
    select i.conversation, asked.digest, i.accepted_at, i.first, i.count from identities i
      where i.channel = asked.channel and i.message_id = asked.message_id
        and i.content in (asked.content, substr(asked.content, 1, ${comparedContentBytes}))
        and i.conversation = asked.conversation) as found`);
const replace = statement(`insert into identities
    (channel, message_id, content, conversation, accepted_at, first, count)
  select channel, decode(id, 'hex'), decode(digest, 'hex'), conversation, accepted_at, first, count
  from ${givenRows(
    "u",
    `channel bigint, id text, digest text, conversation bigint,
    accepted_at bigint, first bigint, count integer`,
  )}
  order by 1, 2, 3, 4
  on conflict (channel, message_id, content, conversation) do update
    set accepted_at = excluded.accepted_at, first = excluded.first, count = excluded.count`);
// Looks up each id separately: a join might read all of the channel's ids for every delivery. Contents from other
// conversations stay known: an id with two contents is tainted for good.
const taintSharedText = (deliveries: string): string => `insert into identities
    (channel, message_id, content, conversation, accepted_at, first, count)
  select distinct shared.channel, shared.message_id, '\\x'::bytea, 0, 0, 0, 0
  from deliveries d
  cross join lateral (select i.channel, i.message_id from identities i
    where i.channel = $2 and i.message_id = d.identity and i.conversation = $1
      and exists (select from identities other
        where other.channel = $2 and other.message_id = d.identity
          and substr(other.content, 1, ${comparedContentBytes}) <> substr(i.content, 1, ${comparedContentBytes}))
    limit 1) as shared
  where d.conversation = $1 and ${deliveries} and d.identity is not null
  order by 2 on conflict do nothing`;
// Rows of a conversation keep their place while its lock is held.
const eraseText = (
  deliveries: string,
  named = "",
): string => `delete from identities where ctid = any(array(select own.place
  from deliveries d
  cross join lateral (select i.ctid as place from identities i
    where i.channel = $2 and i.message_id = d.identity and i.conversation = $1 ${named} offset 0) as own
  where d.conversation = $1 and ${deliveries} and d.identity is not null))`;
const taintShared = statement(taintSharedText("d.sequence <= $3"));
const erase = statement(eraseText("d.sequence <= $3"));
// The same for single deliveries, unless a remaining delivery has the same identity.
const taintSharedOf = statement(taintSharedText("d.sequence = any($3::bigint[])"));
const eraseOf = statement(eraseText("d.sequence = any($3::bigint[])", "and i.first = d.sequence"));

/** Half of a SHA-256 digest is enough to tell messages apart, and takes half the space. */
const keptHexDigits = 32;

/** The stored bytes of a digest. */
export function digestBytes(digest: string): Uint8Array {
  return Buffer.from(kept(digest), "hex");
}

/** Contents seen under the message ids that one call uses. Written together at the end. */
export class Identities {
  readonly #seen = new PairMap<number, string, SeenIdentity>();
  /** By the append's identity object, so that its strings are looked up once. */
  readonly #asked = new Map<MessageIdentity, SeenIdentity>();
  readonly #changed = new Set<IdentityRow>();

  async load(
    session: Session,
    asked: readonly { readonly append: InboundAppend; readonly place: Place }[],
  ): Promise<void> {
    const identified = asked.flatMap(({ append: { identity }, place }) =>
      identity === null ? [] : [{ identity, place }],
    );
    if (identified.length === 0) return;
    const ofEach = identified.map(({ identity, place }) => this.#of(place.channel, identity));
    const channels = identified.map(({ place }) => place.channel);
    const ids = ofEach.map(({ messageId }) => messageId);
    const digests = identified.map(({ identity }) => kept(identity.content));
    const numbers = identified.map(({ place }) => place.number);
    const rows = await session.rows<SeenRow>(seen, channels, ids, digests, numbers);
    for (const { conversation, ...row } of rows.toSorted(byAge)) {
      const carried = this.#named(row.channel, row.messageId);
      if (conversation === null) carried.see(row.content);
      else carried.keep({ ...row, conversation });
    }
  }

  /**
   * What an earlier append of the same message stored, or `null` for a new message (ruling 11). A second content under
   * one message id taints the id on the whole channel for good.
   */
  findRepeat(
    { number, channel }: ConversationRow,
    identity: MessageIdentity,
    now: number,
  ): readonly number[] | null {
    const carried = this.#of(channel, identity);
    if (carried.isNew || carried.isTainted) return null;
    const content = kept(identity.content);
    if (!carried.hasCarriedOnly(content)) {
      this.#write(carried, tainted);
      return null;
    }
    const earlier = carried.row(number, content);
    return earlier !== undefined && isRepeatInTime(earlier.acceptedAt, identity.windowMs, now)
      ? sequencesOf(earlier)
      : null;
  }

  /** Remembers a stored message. This restarts the window. */
  remember(
    { number, channel }: ConversationRow,
    identity: MessageIdentity,
    stored: Stored & { readonly acceptedAt: number },
  ): void {
    const carried = this.#of(channel, identity);
    if (carried.isTainted) return;
    this.#write(carried, { ...stored, conversation: number, content: kept(identity.content) });
  }

  /** The call's changes. */
  writes(): readonly Write[] {
    return writesOf(replace, [...this.#changed], (rows) => [
      ...columns(rows, "channel", "messageId", "content", "conversation"),
      ...columns(rows, "acceptedAt", "first", "count"),
    ]);
  }

  #of(channel: number, identity: MessageIdentity): SeenIdentity {
    const known = this.#asked.get(identity);
    if (known?.channel === channel) return known;
    const carried = this.#named(channel, kept(identity.messageId));
    this.#asked.set(identity, carried);
    return carried;
  }

  #named(channel: number, messageId: string): SeenIdentity {
    const known = this.#seen.get(channel, messageId);
    if (known !== undefined) return known;
    const carried = new SeenIdentity(channel, messageId);
    this.#seen.set(channel, messageId, carried);
    return carried;
  }

  #write(carried: SeenIdentity, row: Omit<IdentityRow, "channel" | "messageId">): void {
    const { channel, messageId } = carried;
    const written = { ...row, channel, messageId };
    carried.see(row.content);
    const before = carried.keep(written);
    if (before !== undefined) this.#changed.delete(before);
    this.#changed.add(written);
  }
}

/**
 * Deletes the identities of a conversation up to `last`. Call it before deleting its deliveries. Tainted ids stay
 * tainted.
 */
export function forgetIdentities(
  session: Session,
  { number, channel }: ConversationRow,
  last: number,
): void {
  session.run(taintShared, number, channel, last);
  session.run(erase, number, channel, last);
}

/** Deletes the identities of single deliveries. Call it before deleting them. */
export function forgetIdentitiesOf(
  session: Session,
  { number, channel }: ConversationRow,
  sequences: readonly number[],
): void {
  session.run(taintSharedOf, number, channel, sequences);
  session.run(eraseOf, number, channel, sequences);
}

function byAge(a: SeenRow, b: SeenRow): number {
  return a.acceptedAt - b.acceptedAt;
}

function kept(digest: string): string {
  return digest.slice(0, keptHexDigits);
}
