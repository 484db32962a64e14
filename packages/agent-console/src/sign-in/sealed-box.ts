import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ivBytes = 12;
const tagBytes = 16;

/** Turns values into text that only this console can read or make, to leave with a browser for a while. */
export class SealedBox {
  readonly #key: Buffer;

  /** `purpose`: what is sealed for one purpose opens for no other. */
  constructor(secret: string, purpose: string) {
    this.#key = Buffer.from(hkdfSync("sha256", secret, "", `parley ${purpose}`, 32));
  }

  seal(value: unknown): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv("aes-256-gcm", this.#key, iv);
    const body = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
  }

  /** `null` for whatever was not sealed here. */
  open(text: string): unknown {
    try {
      const bytes = Buffer.from(text, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", this.#key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      const body = decipher.update(bytes.subarray(ivBytes + tagBytes));
      return JSON.parse(Buffer.concat([body, decipher.final()]).toString("utf8"));
    } catch {
      return null;
    }
  }
}
