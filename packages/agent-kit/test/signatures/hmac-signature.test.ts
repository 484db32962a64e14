import { createHmac } from "node:crypto";
import { hostileTexts } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { hmacSignature, type HmacSignatureOptions } from "../../src/index.ts";
import { doorRequest } from "../support/door-request.ts";
import { hostileHeaders } from "../support/hostile-headers.ts";

const now = Date.parse("2026-11-30T12:00:00Z");
const seconds = now / 1_000;
const sign = (content: string | Uint8Array, encoding: "hex" | "base64" | "base64url" = "hex") =>
  createHmac("sha256", "right").update(content).digest(encoding);

const checkOf = (options: Partial<HmacSignatureOptions> = {}) =>
  hmacSignature({ header: "x-signature", secrets: ["right"], ...options });
const signed = (signature: string, body: string | Uint8Array = "body", headers = {}) =>
  doorRequest({ body, headers: { "x-signature": signature, ...headers } });

describe("an HMAC of the body", () => {
  it("is checked in the app's form", async () => {
    const check = checkOf({ prefix: "sha256=" });
    expect(await check(signed(`sha256=${sign("body")}`))).toBe(true);
    expect(await check(signed(`sha256=${sign("body").toUpperCase()}`))).toBe(true);
    expect(await check(signed(sign("body")))).toBe(false);
    expect(await checkOf({ encoding: "base64" })(signed(sign("body", "base64")))).toBe(true);
    expect(await checkOf({ encoding: "base64url" })(signed(sign("body", "base64url")))).toBe(true);
    expect(await checkOf()(signed(sign("body", "base64")))).toBe(false);
  });

  it.each(["sha1", "sha512"] as const)("is checked with %s", async (algorithm) => {
    const right = createHmac(algorithm, "right").update("body").digest("hex");
    expect(await checkOf({ algorithm })(signed(right))).toBe(true);
    expect(await checkOf({ algorithm })(signed(sign("body")))).toBe(false);
  });

  it("is of the exact bytes", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    expect(await checkOf()(signed(sign(bytes), bytes))).toBe(true);
    for (const text of hostileTexts) expect(await checkOf()(signed(sign(text), text))).toBe(true);
    expect(await checkOf()(signed(sign("body"), "body "))).toBe(false);
    expect(await checkOf()(signed(sign("\ufffd"), Uint8Array.of(0xff)))).toBe(false);
  });

  it("may be made with either of two secrets while they change", async () => {
    const check = checkOf({ secrets: ["new", "right"] });
    expect(await check(signed(sign("body")))).toBe(true);
    expect(await checkOf({ secrets: ["new", "newer"] })(signed(sign("body")))).toBe(false);
  });

  it.each(["hex", "base64", "base64url"] as const)("is nothing else in %s", async (encoding) => {
    const check = checkOf({ encoding });
    for (const value of hostileHeaders(sign("body", encoding)))
      expect(await check(signed(value as string))).toBe(false);
  });
});

describe("an HMAC of what the plugin composes", () => {
  const check = checkOf({
    compose: ({ headers, body }) => [`v0:${String(headers["x-time"])}:`, body],
    timestamp: { header: "x-time", unit: "seconds", now: () => now },
  });
  const at = (time: string, signedTime = time) =>
    check(signed(sign(`v0:${signedTime}:body`), "body", { "x-time": time }));

  it("may hold the time of the request", async () => {
    expect(await at(String(seconds))).toBe(true);
    expect(await at(String(seconds), String(seconds - 1))).toBe(false);
  });

  it.each([
    [-301, false],
    [-300, true],
    [300, true],
    [301, false],
  ])("is taken within five minutes either way: %i s", async (away, isTaken) => {
    expect(await at(String(seconds + away))).toBe(isTaken);
  });

  it.each(["", "0", "-1", "1e9", `0${seconds}`, `${seconds}.5`, `+${seconds}`, "NaN", "Infinity"])(
    "is not taken with the time %j",
    async (time) => {
      expect(await at(time)).toBe(false);
    },
  );

  it("is not taken where composing fails", async () => {
    const fails = checkOf({
      compose: () => {
        throw new Error("no such header");
      },
    });
    expect(await fails(signed(sign("body")))).toBe(false);
    const none = checkOf({ compose: () => null as never });
    expect(await none(signed(sign("")))).toBe(false);
    expect(await none(signed(sign("body")))).toBe(false);
  });

  it.each([
    ["milliseconds", String(now), true],
    ["milliseconds", String(seconds), false],
    ["iso", "2026-11-30T12:04:59.9Z", true],
    ["iso", "2026-11-30T13:00:00+01:00", true],
    ["iso", "2026-11-30T12:00:00", false],
    ["iso", "2026-13-45T12:00:00Z", false],
    ["iso", String(now), false],
  ] as const)("reads the time in %s: %s", async (unit, time, isTaken) => {
    const timestamp = { header: "x-time", unit, now: () => now };
    const timed = checkOf({ timestamp });
    expect(await timed(signed(sign("body"), "body", { "x-time": time }))).toBe(isTaken);
  });
});

it.each([[[]], [[""]], [["right", ""]]])("no check is made with the secrets %j", (secrets) => {
  expect(() => checkOf({ secrets })).toThrow(expect.objectContaining({ code: "invalid-option" }));
});
