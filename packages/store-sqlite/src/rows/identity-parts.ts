/** What a row keeps to tell a client's own retry, taken apart; see `identities.ts`. */
export interface IdentityParts {
  /** Number of the channel's key. */
  readonly channel: number;
  /** Hex. */
  readonly messageId: string;
  /** Hex; empty when only the id is told. */
  readonly content: string;
  /** How many deliveries the message was split into. */
  readonly count: number;
}

/** Where the digest of the id, that of the content, and the count begin, in bytes. */
export const idAt = 4;
export const contentAt = 20;
export const countAt = 32;
/** The most that one takes. */
export const identityBytes = 36;

export function identityPartsOf(identity: Uint8Array): IdentityParts {
  const bytes = Buffer.from(identity);
  return {
    channel: bytes.readUInt32BE(),
    messageId: bytes.toString("hex", idAt, contentAt),
    content: bytes.toString("hex", contentAt, countAt),
    count: bytes.length > countAt ? bytes.readUInt32BE(countAt) : 1,
  };
}

/** Four bytes as a number. */
export function wordAt(bytes: Uint8Array, at: number): number {
  const high = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  const low = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
  return ((high << 16) | low) >>> 0;
}
