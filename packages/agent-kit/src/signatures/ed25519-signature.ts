import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { invalidOption } from "../invalid-option.ts";
import { neverThrowing, type RequestCheck } from "./request-check.ts";
import { readSecrets } from "./secrets.ts";
import { signatureOf, signedBytes, type SignedContent } from "./signed-content.ts";
import { isRecent } from "./timestamp.ts";

/** Options of `ed25519Signature`. */
export interface Ed25519SignatureOptions extends SignedContent {
  /** The app's public keys: 32 bytes in hex or base64, or PEM. */
  readonly publicKeys: readonly string[];
}

/**
 * Checks an Ed25519 signature over the body, or over what the plugin composes.
 * @throws ParleyError `invalid-option`
 */
export function ed25519Signature(options: Ed25519SignatureOptions): RequestCheck {
  const { timestamp } = options;
  const keys = readSecrets("ed25519Signature: publicKeys", options.publicKeys).map(keyOf);
  return neverThrowing((request) => {
    const told = signatureOf(request, options);
    if (told === null || (timestamp !== undefined && !isRecent(request, timestamp))) return false;
    const content = signedBytes(request, options);
    return keys.some((key) => verify(null, content, key, told));
  });
}

function keyOf(text: string): KeyObject {
  try {
    const key = text.includes("-----BEGIN") ? createPublicKey(text) : keyOfBytes(text.trim());
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Said below.
  }
  throw invalidOption("ed25519Signature: publicKeys", "Ed25519 keys in hex, base64 or PEM");
}

function keyOfBytes(text: string): KeyObject {
  const bytes = Buffer.from(text, /^[\da-f]{64}$/i.test(text) ? "hex" : "base64");
  const key = { kty: "OKP", crv: "Ed25519", x: bytes.toString("base64url") };
  return createPublicKey({ key, format: "jwk" });
}
