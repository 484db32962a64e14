import { hkdfSync } from "node:crypto";

/**
 * Keys for what agents have written and not sent: browsers keep it encrypted, and only a session of the account is told
 * its key. The key is the same for all of an account's sessions, so that whoever signs in again gets their texts back.
 */
export class UnsentKeys {
  readonly #secret: string;

  /** `secret`: of the console. */
  constructor(secret: string) {
    this.#secret = secret;
  }

  /** 32 bytes as hexadecimal text. */
  keyOf(accountId: string): string {
    const info = `parley unsent ${accountId}`;
    return Buffer.from(hkdfSync("sha256", this.#secret, "", info, 32)).toString("hex");
  }
}
