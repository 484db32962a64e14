import { isRepeatInTime, type MessageIdentity } from "@parley/core";
import { sequencesOf } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { ConversationRow } from "./conversation-rows.ts";
import { contentAt, countAt, idAt, identityBytes, identityPartsOf } from "./identity-parts.ts";

// The data that recognises a client's retry is stored with the message and deleted with it: channel (4 bytes), digest
// of the id (16), digest of the content (12). A split message also has its number of deliveries (4).

interface Earlier {
  /** 0 for a tainted id. */
  readonly position: number;
  readonly sequence: number;
  readonly acceptedAt: number;
  readonly identity: Uint8Array;
}

/** What an append must know before it stores a message. */
export interface Recalled {
  /** Sequences that an earlier append of the same message stored; `null` when the message is new. */
  readonly repeats: readonly number[] | null;
  /** Stored with the message; `null` when its id identifies nothing. */
  readonly identity: Uint8Array | null;
}

/** Length of an identity's prefix in the index `deliveries_by_identity`. */
const indexedBytes = 10;
/** Half of a SHA-256 digest is enough to tell ids apart. Contents of one id need less. */
const idHexDigits = 32;
const contentHexDigits = 24;

const columns = "position, sequence, accepted_at as acceptedAt, identity";
const named = `from deliveries where identity is not null and substr(identity, 1, 10) = +? and substr(identity, 1, 20) = +?`;
// Tainted ids come first. Under an untainted id all messages have the same content, so any one is enough.
const anyEarlier = `select 0 as position, 0 as sequence, 0 as acceptedAt, identity from tainted_ids where identity = +?
  union all select ${columns} ${named} limit 1`;
const ownEarlier = `select ${columns} ${named} and conversation = +? limit 1`;
const taint = "insert into tainted_ids (identity) values (?)";
const forget = "update deliveries set identity = null where position = ?";

/**
 * Tells a client's retry from a new message (ruling 11). A second content under one message id taints the id on the
 * whole channel for good. Every stored message restarts the window.
 */
export function recall(
  connection: Connection,
  conversation: ConversationRow,
  append: MessageIdentity & { readonly count: number },
  now: number,
): Recalled {
  const identity = identityOf(conversation.channel, append);
  const index = identity.subarray(0, indexedBytes);
  const id = identity.subarray(0, contentAt);
  const earlier = connection.get<Earlier>(anyEarlier, id, index, id);
  if (earlier === undefined) return { repeats: null, identity };
  if (earlier.position === 0) return { repeats: null, identity: null };
  if (!isSame(contentOf(earlier.identity), contentOf(identity))) {
    connection.run(taint, id);
    return { repeats: null, identity: null };
  }
  const own = connection.get<Earlier>(ownEarlier, index, id, conversation.number);
  if (own === undefined) return { repeats: null, identity };
  if (isRepeatInTime(own.acceptedAt, append.windowMs, now))
    return { repeats: sequencesOf(storedOf(own)), identity };
  connection.run(forget, own.position);
  return { repeats: null, identity };
}

function identityOf(
  channel: number,
  { messageId, content, count }: MessageIdentity & { readonly count: number },
): Buffer {
  const bytes = Buffer.allocUnsafe(count > 1 ? identityBytes : countAt);
  bytes.writeUInt32BE(channel);
  bytes.write(messageId.slice(0, idHexDigits), idAt, "hex");
  bytes.write(content.slice(0, contentHexDigits), contentAt, "hex");
  if (count > 1) bytes.writeUInt32BE(count, countAt);
  return bytes;
}

function storedOf({ sequence, identity }: Earlier): { first: number; count: number } {
  return { first: sequence, count: identityPartsOf(identity).count };
}

function contentOf(identity: Uint8Array): Uint8Array {
  return identity.subarray(contentAt, countAt);
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
