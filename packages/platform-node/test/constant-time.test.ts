import type * as Crypto from "node:crypto";
import { timingSafeEqual } from "node:crypto";
import { expect, it, vi } from "vitest";
import { sha256Digest } from "../src/digest.ts";

vi.mock("node:crypto", async (importOriginal) => {
  const original = await importOriginal<typeof Crypto>();
  return { ...original, timingSafeEqual: vi.fn(original.timingSafeEqual) };
});

it("digests are compared in a time that does not depend on where they differ (ruling 1)", () => {
  const digest = sha256Digest.of("a");
  for (const other of [digest, sha256Digest.of("b"), `${digest.slice(0, -1)}x`]) {
    expect(sha256Digest.equal(digest, other)).toBe(other === digest);
  }
  expect(timingSafeEqual).toHaveBeenCalledTimes(3);
});
