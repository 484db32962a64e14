import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ed25519Signature, type Ed25519SignatureOptions } from "../../src/index.ts";
import { doorRequest } from "../support/door-request.ts";
import { hostileHeaders } from "../support/hostile-headers.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const bytes = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
const pem = publicKey.export({ format: "pem", type: "spki" }).toString();
const stranger = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }).x ?? "";
const now = Date.parse("2026-11-30T12:00:00Z");
const time = String(now / 1_000);

const checkOf = (publicKeys: readonly string[], options: Partial<Ed25519SignatureOptions> = {}) =>
  ed25519Signature({
    publicKeys,
    header: "x-signature",
    compose: ({ headers, body }) => [String(headers["x-time"]), body],
    timestamp: { header: "x-time", unit: "seconds", now: () => now },
    ...options,
  });
const right = sign(null, Buffer.from(`${time}body`), privateKey).toString("hex");
const request = (signature: string, body = "body", at = time) =>
  doorRequest({ body, headers: { "x-signature": signature, "x-time": at } });

describe("an Ed25519 signature", () => {
  it.each([
    ["hex", bytes.toString("hex")],
    ["base64", bytes.toString("base64")],
    ["PEM", pem],
  ])("is checked with a key in %s", async (_, key) => {
    expect(await checkOf([key])(request(right))).toBe(true);
    expect(await checkOf([stranger, key])(request(right))).toBe(true);
    expect(await checkOf([stranger])(request(right))).toBe(false);
  });

  it("is of this body and this time, which is recent", async () => {
    const check = checkOf([pem]);
    expect(await check(request(right, "other"))).toBe(false);
    expect(await check(request(right, "body", String(now / 1_000 + 1)))).toBe(false);
    const late = {
      timestamp: { header: "x-time", unit: "seconds", now: () => now + 301_000 },
    } as const;
    expect(await checkOf([pem], late)(request(right))).toBe(false);
  });

  it.each(hostileHeaders(right))("is not %j", async (value) => {
    expect(await checkOf([pem])(request(value as string))).toBe(false);
  });

  it.each([
    ["none", []],
    ["an empty one", [""]],
    ["a short one", ["abcd"]],
    ["no key", ["-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"]],
    [
      "one of another kind",
      [generateKeyPairSync("x25519").publicKey.export({ format: "pem", type: "spki" }).toString()],
    ],
  ])("is not checked with %s", (_, keys) => {
    expect(() => checkOf(keys)).toThrow(expect.objectContaining({ code: "invalid-option" }));
  });
});
