import { describe, expect, it } from "vitest";
import { sha256Digest } from "../src/digest.ts";
import { secureRandom } from "../src/random.ts";

describe("randomness", () => {
  it("gives exactly as many url-safe characters as asked for", () => {
    for (const characters of [0, 1, 2, 3, 4, 21, 32, 43]) {
      expect(secureRandom.token(characters)).toMatch(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`));
    }
  });

  it("does not repeat itself", () => {
    const tokens = Array.from({ length: 1_000 }, () => secureRandom.token(22));
    expect(new Set(tokens).size).toBe(1_000);
  });

  it("gives no byte twice, and none that was never drawn, however much is asked for", () => {
    const drawn = Array.from({ length: 2_000 }, (_, index) => secureRandom.token(8 + (index % 40)));
    const long = secureRandom.token(8_192);
    const pieces = [...drawn, ...(long.match(/.{8}/g) ?? [])].map((token) => token.slice(0, 8));
    expect(new Set(pieces).size).toBe(2_000 + 1_024);
    expect(drawn.some((token) => token.includes("AAAAAA"))).toBe(false);
  });

  it("gives fractions from 0 up to but without 1", () => {
    const fractions = Array.from({ length: 1_000 }, () => secureRandom.fraction());
    expect(fractions.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true);
    expect(new Set(fractions).size).toBeGreaterThan(990);
  });
});

describe("digests", () => {
  it("are SHA-256 of the UTF-8 bytes in lower-case hex", () => {
    expect(sha256Digest.of("é")).toBe(
      "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c",
    );
  });

  it("are equal only to themselves", () => {
    const digest = sha256Digest.of("one");
    expect(sha256Digest.equal(digest, sha256Digest.of("one"))).toBe(true);
    expect(sha256Digest.equal(digest, sha256Digest.of("two"))).toBe(false);
  });

  it("under a key are HMAC-SHA256 in base64, as Standard Webhooks has it", () => {
    const body = '{"test": 2432232314}';
    const text = `msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.${body}`;
    expect(sha256Digest.mac("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", text)).toBe(
      "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    );
  });

  it("differ from text of another length without throwing", () => {
    expect(sha256Digest.equal(sha256Digest.of("one"), "")).toBe(false);
  });
});
