import type { DoorRequest } from "@parley/core";
import { invalidOption } from "../invalid-option.ts";
import { headerOf, neverThrowing, type RequestCheck } from "./request-check.ts";
import { digestOf, isAmong, readSecrets } from "./secrets.ts";

/** Options of `bearerToken`: the tokens, or only their digests. */
export type BearerTokenOptions =
  | { readonly tokens: readonly string[] }
  | {
      /** SHA-256 of each token, in hex. */
      readonly digests: readonly string[];
    };

/** RFC 6750, §2.1. */
const form = /^bearer +([\w.~+/-]+=*)$/i;

/**
 * Checks the token of `authorization: Bearer …`.
 * @throws ParleyError `invalid-option`
 */
export function bearerToken(options: BearerTokenOptions): RequestCheck {
  const digests = digestsOf(options);
  return neverThrowing((request) => {
    const token = bearerOf(request);
    return token !== null && isAmong(digestOf(token), digests);
  });
}

/** The token of `authorization: Bearer …`; `null` when there is none. */
export function bearerOf(request: DoorRequest): string | null {
  return form.exec(headerOf(request, "authorization") ?? "")?.[1] ?? null;
}

function digestsOf(options: BearerTokenOptions): readonly Buffer[] {
  if ("tokens" in options) return readSecrets("bearerToken: tokens", options.tokens).map(digestOf);
  const where = "bearerToken: digests";
  const digests = readSecrets(where, options.digests);
  if (digests.every((digest) => /^[\da-f]{64}$/i.test(digest)))
    return digests.map((digest) => Buffer.from(digest, "hex"));
  throw invalidOption(where, "SHA-256 digests in hex");
}
