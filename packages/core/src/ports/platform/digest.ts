import type { ServiceIdentifier } from "inversify";

/** Called by the engine for path secrets, message identity and signatures; implemented by the platform. */
export interface Digest {
  /** SHA-256 of the text's UTF-8 bytes, lower-case hex, 64 characters. */
  of(text: string): string;
  /** Compares two digests in a time that does not depend on where they differ. */
  equal(left: string, right: string): boolean;
  /** HMAC-SHA256 of the text's UTF-8 bytes under a key that is given in base64; base64, 44 characters. */
  mac(key: string, text: string): string;
}
export const Digest = Symbol.for("@parley/core/Digest") as ServiceIdentifier<Digest>;
