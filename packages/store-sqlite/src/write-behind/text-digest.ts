import { randomInt } from "node:crypto";

/** Secret, so that nobody can craft texts with equal digests. */
const secret = randomInt(2 ** 32);

/**
 * A hash of a text, below 2^32 and different in each process. Different texts may share it. `before`: hash of the
 * preceding text.
 */
export function textDigest(text: string, before = secret): number {
  let digest = before;
  for (let at = 0; at < text.length; at += 1) {
    digest = Math.imul(digest ^ text.charCodeAt(at), 0x85ebca6b);
    digest ^= digest >>> 15;
  }
  return digest >>> 0;
}
