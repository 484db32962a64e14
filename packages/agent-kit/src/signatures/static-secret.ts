import { headerOf, neverThrowing, type RequestCheck } from "./request-check.ts";
import { digestOf, isAmong, readSecrets } from "./secrets.ts";

/** Options of `staticSecret`. */
export interface StaticSecretOptions {
  /** The header that holds the secret, in lower case. */
  readonly header: string;
  /** One, or two while the app changes to another one. */
  readonly secrets: readonly string[];
}

/**
 * Checks that a header holds a secret. Who sees one request can make others: use a signature where the app has one.
 * @throws ParleyError `invalid-option`
 */
export function staticSecret({ header, secrets }: StaticSecretOptions): RequestCheck {
  const digests = readSecrets("staticSecret: secrets", secrets).map(digestOf);
  return neverThrowing((request) => {
    const told = headerOf(request, header);
    return told !== null && isAmong(digestOf(told), digests);
  });
}
