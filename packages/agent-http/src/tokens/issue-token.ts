import { hash, randomBytes } from "node:crypto";

/** A new token of an app, and the digest that the gateway is given. */
export interface IssuedToken {
  /** 256 bits. The app sends it as `authorization: Bearer …`. Show it once, and keep it nowhere but in the app. */
  readonly token: string;
  /** SHA-256 in lower-case hex, for `tokenDigests`. */
  readonly digest: string;
}

/** Makes a token for an app. */
export function issueToken(): IssuedToken {
  const token = `agent_${randomBytes(32).toString("base64url")}`;
  return { token, digest: digestOf(token) };
}

/** SHA-256 of a token, in lower-case hex. */
export function digestOf(token: string): string {
  return hash("sha256", token, "hex");
}
