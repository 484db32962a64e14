import type { MessageIdentity } from "@parley/core";
import type { Connection } from "./connection.ts";
import type { ConversationRow } from "./conversation-rows.ts";
import type { Stored } from "./sequences.ts";
import { sequencesOf } from "./sequences.ts";

interface IdentityRow extends Stored {
  readonly conversation: number;
  readonly content: Uint8Array;
  readonly acceptedAt: number;
}

const columns = "conversation, content, accepted_at as acceptedAt, first, count";
// A tainted id's row stands first; of an id that is not, every row has the same content, so that any one tells.
const anyRow = `select ${columns} from identities where channel = +? and message_id = +? order by conversation limit 1`;
const ownRow = `select ${columns} from identities where channel = ? and message_id = ? and conversation = ?`;
const replace = `insert or replace into identities
  (channel, message_id, conversation, content, accepted_at, first, count) values (?, ?, ?, ?, ?, ?, ?)`;
const erase = `delete from identities where (channel, message_id) in
  (select ?, identity from deliveries where conversation = ? and identity is not null) and conversation = ?`;
const eraseOne =
  "delete from identities where channel = ? and message_id = ? and conversation = ? and first = ?";

/** A tainted id is a row of no conversation. */
const tainted = 0;
/** Half of a SHA-256 digest tells messages apart as well as the whole does, in half the room. */
const keptHexDigits = 32;

/** The bytes that are kept of a digest. */
export function digestBytes(digest: string): Uint8Array {
  return Buffer.from(digest.slice(0, keptHexDigits), "hex");
}

/**
 * What an earlier append of the same message stored, or `null` when this one is to be stored (ruling 11). A second
 * content under one message id taints it on the whole channel, for good.
 */
export function findRepeat(
  connection: Connection,
  conversation: ConversationRow,
  identity: MessageIdentity,
  now: number,
): readonly number[] | null {
  const messageId = digestBytes(identity.messageId);
  const known = connection.get<IdentityRow>(anyRow, conversation.channel, messageId);
  if (known === undefined || known.conversation === tainted) return null;
  if (!isSame(known.content, digestBytes(identity.content))) {
    write(connection, conversation.channel, messageId, { ...known, conversation: tainted });
    return null;
  }
  const own = connection.get<IdentityRow>(
    ownRow,
    conversation.channel,
    messageId,
    conversation.number,
  );
  return own !== undefined && now < own.acceptedAt + identity.windowMs ? sequencesOf(own) : null;
}

/** Remembers what was stored under an identity; the window starts anew. */
export function rememberIdentity(
  connection: Connection,
  conversation: ConversationRow,
  identity: MessageIdentity,
  stored: Stored & { readonly acceptedAt: number },
): void {
  const messageId = digestBytes(identity.messageId);
  const known = connection.get<IdentityRow>(anyRow, conversation.channel, messageId);
  if (known?.conversation === tainted) return;
  const content = digestBytes(identity.content);
  write(connection, conversation.channel, messageId, {
    ...stored,
    conversation: conversation.number,
    content,
  });
}

/** Forgets what one conversation has sent; to be called before its deliveries go. What is tainted stays so. */
export function forgetIdentities(connection: Connection, conversation: ConversationRow): void {
  connection.run(erase, conversation.channel, conversation.number, conversation.number);
}

/** Forgets what tells a repeat of one delivery that goes. */
export function forgetIdentity(
  connection: Connection,
  { number, channel }: Pick<ConversationRow, "number" | "channel">,
  messageId: Uint8Array,
  first: number,
): void {
  connection.run(eraseOne, channel, messageId, number, first);
}

function write(
  connection: Connection,
  channel: number,
  messageId: Uint8Array,
  row: IdentityRow,
): void {
  const { conversation, content, acceptedAt, first, count } = row;
  connection.run(replace, channel, messageId, conversation, content, acceptedAt, first, count);
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
