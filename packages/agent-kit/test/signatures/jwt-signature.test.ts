import { base64url, SignJWT } from "jose";
import { afterEach, describe, expect, it, vi } from "vitest";
import { jwtSignature, type JwtSignatureOptions } from "../../src/index.ts";
import { doorRequest } from "../support/door-request.ts";
import { hostileHeaders } from "../support/hostile-headers.ts";
import { realClient } from "../support/real-client.ts";
import { startIssuer } from "../support/token-issuer.ts";

const now = Date.parse("2026-11-30T12:00:00Z");
const seconds = now / 1_000;
const claims = { iss: "https://app.example", aud: "desk", exp: seconds + 60, sub: "webhooks" };

const checkOf = (keysUrl: string, options: Partial<JwtSignatureOptions> = {}) =>
  jwtSignature({
    keysUrl,
    http: realClient,
    issuers: ["https://app.example"],
    audiences: ["desk", "other"],
    now: () => now,
    ...options,
  });
const bearer = (token: unknown) =>
  doorRequest({ headers: { authorization: `Bearer ${String(token)}` } });

afterEach(() => void vi.useRealTimers());

describe("a token of the app", () => {
  it.each(["RS256", "ES256", "EdDSA"])("is checked with its key: %s", async (algorithm) => {
    await using issuer = await startIssuer(algorithm);
    const check = checkOf(issuer.keysUrl);
    expect(await check(bearer(await issuer.token(claims)))).toBe(true);
    expect(await check(bearer(await issuer.token(claims)))).toBe(true);
    expect(issuer.fetches()).toBe(1);
  });

  it.each([
    ["another issuer", { iss: "https://evil.example" }],
    ["no issuer", { iss: undefined }],
    ["another audience", { aud: "third" }],
    ["no audience", { aud: undefined }],
    ["an end that has passed", { exp: seconds - 61 }],
    ["no end", { exp: undefined }],
    ["a later begin", { nbf: seconds + 61 }],
    ["an end that is no number", { exp: "soon" }],
  ])("is refused with %s", async (_, other) => {
    await using issuer = await startIssuer();
    const changed = JSON.parse(JSON.stringify({ ...claims, ...other })) as typeof claims;
    expect(await checkOf(issuer.keysUrl)(bearer(await issuer.token(changed)))).toBe(false);
  });

  it("may be a minute early or late", async () => {
    await using issuer = await startIssuer();
    const check = checkOf(issuer.keysUrl);
    const late = await issuer.token({ ...claims, exp: seconds - 59 });
    const early = await issuer.token({ ...claims, nbf: seconds + 59 });
    expect(await Promise.all([late, early].map((token) => check(bearer(token))))).toEqual([
      true,
      true,
    ]);
  });

  it("may stand alone in another header", async () => {
    await using issuer = await startIssuer();
    const check = checkOf(issuer.keysUrl, { header: "x-token" });
    const token = await issuer.token(claims);
    expect(await check(doorRequest({ headers: { "x-token": token } }))).toBe(true);
    expect(await check(bearer(token))).toBe(false);
  });

  it("may have claims that the plugin checks against the request", async () => {
    await using issuer = await startIssuer();
    const check = checkOf(issuer.keysUrl, {
      claims: ({ sub }, { body }) => Buffer.from(body).toString() === sub,
    });
    const headers = { authorization: `Bearer ${await issuer.token(claims)}` };
    expect(await check(doorRequest({ headers, body: "webhooks" }))).toBe(true);
    expect(await check(doorRequest({ headers, body: "other" }))).toBe(false);
  });
});

describe("a token that the app did not sign", () => {
  it("is refused: without a signature, with the public key as a secret, with a key of its own", async () => {
    await using issuer = await startIssuer();
    await using stranger = await startIssuer();
    const check = checkOf(issuer.keysUrl);
    const none = [{ alg: "none" }, claims].map((part) => base64url.encode(JSON.stringify(part)));
    const secret = new TextEncoder().encode(JSON.stringify(await issuer.publicKey()));
    const confused = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", kid: "key-1" })
      .sign(secret);
    const jwk = await stranger.publicKey();
    const forged = [
      `${none.join(".")}.`,
      confused,
      await stranger.token(claims),
      await stranger.token(claims, { jwk }),
      await stranger.token(claims, { jku: stranger.keysUrl }),
    ];
    for (const token of forged) expect(await check(bearer(token))).toBe(false);
    expect(stranger.fetches()).toBe(0);
    expect(await check(bearer(await issuer.token(claims)))).toBe(true);
  });

  it("is refused in every other form", async () => {
    await using issuer = await startIssuer();
    const check = checkOf(issuer.keysUrl);
    const token = await issuer.token(claims);
    const [head, body] = token.split(".");
    const [, , signature] = (await issuer.token({ ...claims, sub: "other" })).split(".");
    // The last character of a signature has several spellings.
    const spellings = new Set([`Bearer ${token.slice(0, -1)}_`, `Bearer ${token}0`]);
    const other = [token, "Bearer a.b.c", "Bearer ..", `Bearer ${head}.${body}.${signature}`];
    for (const value of [...hostileHeaders(`Bearer ${token}`), ...other]) {
      const request = doorRequest({ headers: { authorization: value } });
      if (!spellings.has(String(value))) expect(await check(request)).toBe(false);
    }
  });
});

describe("the app's keys", () => {
  it("are fetched again for a new key, but not more than every 30 s", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now });
    await using issuer = await startIssuer();
    const check = checkOf(issuer.keysUrl);
    expect(await check(bearer(await issuer.token(claims)))).toBe(true);
    await issuer.changeKey();
    const next = bearer(await issuer.token(claims));
    expect([await check(next), issuer.fetches()]).toEqual([false, 1]);
    vi.setSystemTime(now + 30_000);
    expect([await check(next), issuer.fetches()]).toEqual([true, 2]);
  });

  it("let nobody in while they cannot be fetched, and again once they can", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now });
    await using issuer = await startIssuer();
    const check = checkOf(issuer.keysUrl);
    const request = bearer(await issuer.token(claims));
    issuer.goAway();
    expect(await check(request)).toBe(false);
    issuer.comeBack();
    expect(await check(request)).toBe(true);
    issuer.goAway();
    expect(await check(request)).toBe(true);
    vi.setSystemTime(now + 600_001);
    expect(await check(request)).toBe(false);
  });
});

it.each([
  { keysUrl: "no url" },
  { issuers: [] },
  { issuers: [""] },
  { audiences: [] },
  { audiences: [" "] },
])("no check is made with %o", (wrong) => {
  expect(() => checkOf("https://app.example/keys", wrong)).toThrow(
    expect.objectContaining({ code: "invalid-option" }),
  );
});
