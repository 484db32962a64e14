import { randomInt } from "node:crypto";

/** Nobody knows it, so that texts are hard to make that have one digest. */
const secret = randomInt(2 ** 32);

/** A number below 2^32 that tells texts apart, though not all of them; another one in each process. `before`: of what stands in front. */
export function textDigest(text: string, before = secret): number {
  let digest = before;
  for (let at = 0; at < text.length; at += 1) {
    digest = Math.imul(digest ^ text.charCodeAt(at), 0x85ebca6b);
    digest ^= digest >>> 15;
  }
  return digest >>> 0;
}
