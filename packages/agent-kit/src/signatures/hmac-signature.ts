import { createHmac } from "node:crypto";
import { neverThrowing, type RequestCheck } from "./request-check.ts";
import { isAmong, readSecrets } from "./secrets.ts";
import { signatureOf, signedBytes, type SignedContent } from "./signed-content.ts";
import { isRecent } from "./timestamp.ts";

/** Options of `hmacSignature`. */
export interface HmacSignatureOptions extends SignedContent {
  /** One, or two while the app changes to another one. A text is used as UTF-8. */
  readonly secrets: readonly string[];
  /** Default: `sha256`. */
  readonly algorithm?: "sha1" | "sha256" | "sha512";
}

/**
 * Checks an HMAC over the body, or over what the plugin composes.
 * @throws ParleyError `invalid-option`
 */
export function hmacSignature(options: HmacSignatureOptions): RequestCheck {
  const { algorithm = "sha256", timestamp } = options;
  const secrets = readSecrets("hmacSignature: secrets", options.secrets);
  return neverThrowing((request) => {
    const told = signatureOf(request, options);
    if (told === null || (timestamp !== undefined && !isRecent(request, timestamp))) return false;
    const content = signedBytes(request, options);
    const right = secrets.map((secret) => createHmac(algorithm, secret).update(content).digest());
    return isAmong(told, right);
  });
}
