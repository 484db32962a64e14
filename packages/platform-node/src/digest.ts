import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { Digest } from "@parley/core";

/** `Digest` on Node's SHA-256. All digests have one length, so the length check reveals nothing. */
export const sha256Digest: Digest = {
  of(text) {
    return hash("sha256", text, "hex");
  },
  equal(left, right) {
    const one = Buffer.from(left);
    const other = Buffer.from(right);
    return one.length === other.length && timingSafeEqual(one, other);
  },
  mac(key, text) {
    return createHmac("sha256", Buffer.from(key, "base64")).update(text).digest("base64");
  },
};
