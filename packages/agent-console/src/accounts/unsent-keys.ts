import { hkdfSync } from "node:crypto";

/**
 * Encryption keys for unsent texts that browsers store. Only a session of the account gets its key. All sessions of an
 * account get the same key, so texts survive a new sign-in.
 */
export class UnsentKeys {
  readonly #secret: string;

  /** `secret`: the console's secret. */
  constructor(secret: string) {
    this.#secret = secret;
  }

  /** 32 bytes, hexadecimal. */
  keyOf(accountId: string): string {
    const info = `parley unsent ${accountId}`;
    return Buffer.from(hkdfSync("sha256", this.#secret, "", info, 32)).toString("hex");
  }
}
