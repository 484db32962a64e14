import { type InboundAppend, isRepeatInTime, type MessageIdentity } from "@parley/core";
import { sequencesOf, type Stored } from "@parley/core/sql-store";
import type { Place } from "../lanes/batch-reads.ts";
import type { ConversationRow } from "./conversation-rows.ts";
import { givenRows } from "../statements/given-rows.ts";
import { PairMap } from "../statements/pair-map.ts";
import { comparedContentBytes, type IdentityRow, SeenIdentity, tainted } from "./seen-identity.ts";
import type { Session } from "../connection/session.ts";
import { statement, type Write } from "../statements/statement.ts";

/** `conversation`: `null` of a content that somebody has sent under the id. */
type SeenRow = Omit<IdentityRow, "conversation"> & { readonly conversation: number | null };

// The lowest and the highest content tell whether there are two; of a tainted id the lowest is empty. Of an id that was
// never seen, which most are, nothing but the lowest is looked for. Rows that came from another store keep less of a
// content.
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
// Each id is looked up by itself: a join may read all that a channel has seen, once for every delivery.
// What another conversation has sent with another content stays known: an id that was seen with two is tainted for good.
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
// Rows of a conversation stay where they are while its lock is held.
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
// The same of single deliveries, and only where none that stays has come under the same identity since.
const taintSharedOf = statement(taintSharedText("d.sequence = any($3::bigint[])"));
const eraseOf = statement(eraseText("d.sequence = any($3::bigint[])", "and i.first = d.sequence"));

/** Half of a SHA-256 digest tells messages apart as well as the whole does, in half the room. */
const keptHexDigits = 32;

/** The bytes that are kept of a digest. */
export function digestBytes(digest: string): Uint8Array {
  return Buffer.from(kept(digest), "hex");
}

/** What message ids have carried, of the ids that one call is about; written together at its end. */
export class Identities {
  readonly #seen = new PairMap<number, string, SeenIdentity>();
  /** By what an append says, so that its texts are looked up once. */
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
   * What an earlier append of the same message stored, or `null` when this one is to be stored (ruling 11). A second
   * content under one message id taints it on the whole channel, for good.
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

  /** Remembers what was stored under an identity; the window starts anew. */
  remember(
    { number, channel }: ConversationRow,
    identity: MessageIdentity,
    stored: Stored & { readonly acceptedAt: number },
  ): void {
    const carried = this.#of(channel, identity);
    if (carried.isTainted) return;
    this.#write(carried, { ...stored, conversation: number, content: kept(identity.content) });
  }

  /** What the call has changed. */
  writes(): readonly Write[] {
    const rows = [...this.#changed];
    if (rows.length === 0) return [];
    const values = [
      rows.map(({ channel }) => channel),
      rows.map(({ messageId }) => messageId),
      rows.map(({ content }) => content),
      rows.map(({ conversation }) => conversation),
      rows.map(({ acceptedAt }) => acceptedAt),
      rows.map(({ first }) => first),
      rows.map(({ count }) => count),
    ];
    return [{ statement: replace, values }];
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

/** Forgets what one conversation has sent up to `last`; to be called before its deliveries go. What is tainted stays so. */
export function forgetIdentities(
  session: Session,
  { number, channel }: ConversationRow,
  last: number,
): void {
  session.run(taintShared, number, channel, last);
  session.run(erase, number, channel, last);
}

/** Forgets what tells repeats of single deliveries; to be called before they go. */
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
