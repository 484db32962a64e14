import type { ServiceIdentifier } from "inversify";

/** Called by the engine for path secrets and for message identity; implemented by the platform. */
export interface Digest {
  /** SHA-256 of the text's UTF-8 bytes, lower-case hex, 64 characters. */
  of(text: string): string;
  /** Compares two digests in a time that does not depend on where they differ. */
  equal(left: string, right: string): boolean;
}
export const Digest = Symbol.for("@parley/core/Digest") as ServiceIdentifier<Digest>;
