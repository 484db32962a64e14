import { type DoorRequest, type HttpClient, httpFetch } from "@parley/core";
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from "jose";
import { invalidOption } from "../invalid-option.ts";
import { bearerOf } from "./bearer-token.ts";
import { headerOf, neverThrowing, type RequestCheck } from "./request-check.ts";
import { readSecrets } from "./secrets.ts";

/** Options of `jwtSignature`. */
export interface JwtSignatureOptions {
  /** Where the app publishes its keys (JWKS). */
  readonly keysUrl: string;
  /** `PluginServices.http`, which fetches the keys. */
  readonly http: HttpClient;
  /** Who must have made the token (`iss`): one of these. */
  readonly issuers: readonly string[];
  /** Whom it must be for (`aud`): one of these. */
  readonly audiences: readonly string[];
  /** The clock, in epoch milliseconds. */
  readonly now: () => number;
  /** The header that holds the token and nothing else, in lower case. Default: `authorization: Bearer …`. */
  readonly header?: string;
  /** Whether the other claims are right, such as a digest of the body. Default: they are. */
  readonly claims?: (claims: JWTPayload, request: DoorRequest) => boolean | Promise<boolean>;
}

/** How far the clocks may be apart. */
const toleranceSeconds = 60;

/**
 * Checks a JSON Web Token with the app's published keys. The token must have an end. It tells who calls; the body is not
 * part of it, unless `claims` compares a digest.
 *
 * Keys are kept for ten minutes. A token with an unknown key fetches them at most every 30 s. While they cannot be
 * fetched, every request is refused.
 * @throws ParleyError `invalid-option`
 */
export function jwtSignature(options: JwtSignatureOptions): RequestCheck {
  const { http, now, header, claims = () => true } = options;
  const url = URL.parse(options.keysUrl);
  if (url === null) throw invalidOption("jwtSignature: keysUrl", "a URL");
  const issuer = [...readSecrets("jwtSignature: issuers", options.issuers)];
  const audience = [...readSecrets("jwtSignature: audiences", options.audiences)];
  const keys = createRemoteJWKSet(url, { [customFetch]: httpFetch(http) });
  const rules = { issuer, audience, requiredClaims: ["exp"], clockTolerance: toleranceSeconds };
  return neverThrowing(async (request) => {
    const token = header === undefined ? bearerOf(request) : headerOf(request, header);
    if (token === null) return false;
    const currentDate = new Date(now());
    const { payload } = await jwtVerify(token, keys, { ...rules, currentDate });
    return await claims(payload, request);
  });
}
