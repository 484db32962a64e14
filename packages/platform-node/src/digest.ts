import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { Digest } from "@parley/core";

/** `Digest` on Node's SHA-256. Digests have one length, so that only their content needs an even comparison. */
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
