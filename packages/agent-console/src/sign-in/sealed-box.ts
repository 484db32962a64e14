import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ivBytes = 12;
const tagBytes = 16;

/** Encrypts values that the console stores in browsers. Only this console can create or read them. */
export class SealedBox {
  readonly #key: Buffer;

  /** `purpose`: a value sealed for one purpose cannot be opened for another. */
  constructor(secret: string, purpose: string) {
    this.#key = Buffer.from(hkdfSync("sha256", secret, "", `parley ${purpose}`, 32));
  }

  seal(value: unknown): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv("aes-256-gcm", this.#key, iv);
    const body = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
  }

  /** `null` when this console did not seal it. */
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
