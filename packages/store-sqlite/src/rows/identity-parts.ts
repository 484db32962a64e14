/** The parts of an identity; see `identities.ts`. */
export interface IdentityParts {
  /** Number of the channel key. */
  readonly channel: number;
  /** Hex. */
  readonly messageId: string;
  /** Hex; empty when only the id is stored. */
  readonly content: string;
  /** Number of deliveries that the message was split into. */
  readonly count: number;
}

/** Byte offsets of the id's digest, the content's digest, and the count. */
export const idAt = 4;
export const contentAt = 20;
export const countAt = 32;
/** Maximum length of an identity. */
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
