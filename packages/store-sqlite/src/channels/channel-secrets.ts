import type { ChannelSecret } from "@parley/core";
import { secretsLayout } from "@parley/core/sql-store";

const { slots, digestCharacters, instantCharacters, slotCharacters } = secretsLayout;
const space = 0x20;
const dash = 0x2d;
const zero = 0x30;

/**
 * Reads every slot in the same way, also an empty one, and drops empty ones at the end. So the time does not depend on
 * their number.
 */
export function readSecrets(text: string): readonly ChannelSecret[] {
  const bytes = Buffer.from(text, "latin1");
  const places: ChannelSecret[] = [];
  let taken = 0;
  for (let at = 0; at < slots * slotCharacters; at += slotCharacters) {
    // A copied string: comparing a slice of another string takes longer.
    const digest = bytes.toString("latin1", at, at + digestCharacters);
    places.push({ digest: unpadded(digest), expiresAt: instantAt(bytes, at + digestCharacters) });
    taken += (bytes[at] ?? space) === space ? 0 : 1;
  }
  return places.slice(0, taken);
}

/** Reads digit by digit, so that the time does not depend on the value. */
function instantAt(bytes: Buffer, from: number): number | null {
  let instant = 0;
  for (let at = from; at < from + instantCharacters; at += 1)
    instant = instant * 10 + Math.max(0, (bytes[at] ?? 0) - zero);
  return bytes[from] === dash ? null : instant;
}

/** Digests of `platform-node` fill their slot. Other digests are shorter. */
function unpadded(digest: string): string {
  return digest.endsWith(" ") && !digest.startsWith(" ") ? digest.trimEnd() : digest;
}
