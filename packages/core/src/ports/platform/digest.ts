import type { ServiceIdentifier } from "inversify";

/** Called by the engine for channel secrets, message identity and signatures; implemented by the platform. */
export interface Digest {
  /** SHA-256 of the text's UTF-8 bytes: 64 lower-case hex characters. */
  of(text: string): string;
  /** Compares two digests in constant time: the duration does not depend on where they differ. */
  equal(left: string, right: string): boolean;
  /** HMAC-SHA256 of the text's UTF-8 bytes: 44 characters of base64. `key` is base64. */
  mac(key: string, text: string): string;
}
export const Digest = Symbol.for("@parley/core/Digest") as ServiceIdentifier<Digest>;
