import { createHmac, randomBytes } from "node:crypto";

/** Header fields of a signed request. */
export type SignatureHeaders = Readonly<Record<string, string>>;

const keyPattern = /^(?:whsec_)?([A-Za-z0-9+/]+={0,2})$/;
const keyBytes = { least: 24, most: 64 };

/** Signs requests as the gateway does on signed channels (Standard Webhooks 1.0). */
export class Signer {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /**
   * Headers for a body with `id` as its `message.id`, signed at `seconds` since the epoch. Signatures of `extra` keys
   * come first.
   */
  headers(
    id: string,
    body: string,
    seconds: number,
    extra: readonly Signer[] = [],
  ): SignatureHeaders {
    const signatures = [...extra, this].map((signer) => signer.#sign(`${id}.${seconds}.${body}`));
    return {
      "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": signatures.join(" "),
    };
  }

  #sign(text: string): string {
    return `v1,${createHmac("sha256", this.#key).update(text).digest("base64")}`;
  }
}

/**
 * A signer for a key as `parley channels sign` prints it: `whsec_` and base64 of 24 to 64 bytes. `null` for another
 * format.
 */
export function readSigner(text: string): Signer | null {
  const bytes = Buffer.from(keyPattern.exec(text)?.[1] ?? "", "base64");
  const fits = bytes.length >= keyBytes.least && bytes.length <= keyBytes.most;
  return fits ? new Signer(bytes) : null;
}

/** A signer with a random key, which no receiver has. */
export function unknownSigner(): Signer {
  return new Signer(randomBytes(keyBytes.least));
}
