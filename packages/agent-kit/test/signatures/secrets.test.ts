import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { bearerToken, staticSecret } from "../../src/index.ts";
import { isAmong } from "../../src/signatures/secrets.ts";
import { doorRequest } from "../support/door-request.ts";
import { hostileHeaders } from "../support/hostile-headers.ts";

const digest = (text: string) => createHash("sha256").update(text).digest("hex");

describe("a secret in a header", () => {
  const check = staticSecret({ header: "x-secret", secrets: ["first-secret", "second-secret"] });
  const told = (value: string | readonly string[] | undefined) =>
    check(doorRequest({ headers: { "x-secret": value } }));

  it("lets in who knows one of them, so that they can be changed", async () => {
    expect(await told("first-secret")).toBe(true);
    expect(await told("second-secret")).toBe(true);
    expect(await told("third-secret")).toBe(false);
    expect(await check(doorRequest())).toBe(false);
  });

  it.each(hostileHeaders("first-secret"))("is not %j", async (value) => {
    expect(await told(value)).toBe(false);
  });

  it("is not read from the headers' prototype", async () => {
    const inherits = staticSecret({ header: "constructor", secrets: [String(Object)] });
    expect(await inherits(doorRequest())).toBe(false);
  });
});

describe("a bearer token", () => {
  const check = bearerToken({ digests: [digest("token-1"), digest("token-2").toUpperCase()] });
  const told = (authorization: string | readonly string[] | undefined) =>
    check(doorRequest({ headers: { authorization: authorization as string } }));

  it("is known by its digest", async () => {
    expect(await told("Bearer token-1")).toBe(true);
    expect(await told("bearer  token-2")).toBe(true);
    expect(await told("Bearer token-3")).toBe(false);
    expect(await told(`Bearer ${digest("token-1")}`)).toBe(false);
  });

  it("is known by itself", async () => {
    const plain = bearerToken({ tokens: ["a.b-c_d~e+f/g=="] });
    expect(await plain(doorRequest({ headers: { authorization: "Bearer a.b-c_d~e+f/g==" } }))).toBe(
      true,
    );
  });

  it.each([...hostileHeaders("Bearer token-1"), "token-1", "Basic token-1", "Bearertoken-1"])(
    "is not %j",
    async (value) => {
      expect(await told(value)).toBe(false);
    },
  );
});

it("an empty value is equal to nothing, not even to another one", () => {
  expect(isAmong(Buffer.alloc(0), [Buffer.alloc(0)])).toBe(false);
  expect(isAmong(Buffer.alloc(1), [Buffer.alloc(0), Buffer.alloc(1)])).toBe(true);
});

describe("a check is not made", () => {
  it.each([
    [[]],
    [[""]],
    [["right", " "]],
    [["right", undefined as unknown as string]],
    ["right" as unknown as string[]],
    [undefined as unknown as string[]],
  ])("with the secrets %j", (secrets) => {
    const refused = expect.objectContaining({ code: "invalid-option" });
    expect(() => staticSecret({ header: "x", secrets })).toThrow(refused);
    expect(() => bearerToken({ tokens: secrets })).toThrow(refused);
    expect(() => bearerToken({ digests: secrets })).toThrow(refused);
  });

  it("with a digest that is none, and never quotes it", () => {
    const make = () => bearerToken({ digests: ["a-token-in-its-place"] });
    const message = "bearerToken: digests must be SHA-256 digests in hex.";
    expect(make).toThrow(expect.objectContaining({ code: "invalid-option", message }));
  });
});
