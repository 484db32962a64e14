import type { ChannelSecret } from "@parley/core";

const slots = 4;
const digestCharacters = 64;
const instantCharacters = 16;
const slotCharacters = digestCharacters + instantCharacters;
const space = 0x20;
const dash = 0x2d;
const zero = 0x30;
const never = "-".repeat(instantCharacters);
const empty = " ".repeat(slotCharacters);

/**
 * A channel's secrets as text of one length, whatever their number: reading them takes the same time for every channel,
 * and for none (ruling 1).
 */
export function writeSecrets(secrets: readonly ChannelSecret[]): string {
  return Array.from({ length: slots }, (_, slot) => {
    const secret = secrets[slot];
    if (secret === undefined) return empty;
    const { digest, expiresAt } = secret;
    const instant = expiresAt === null ? never : String(expiresAt).padStart(instantCharacters);
    return digest.padEnd(digestCharacters) + instant;
  }).join("");
}

/** Every place is read alike, an empty one too; only then those behind the last are left out. */
export function readSecrets(text: string): readonly ChannelSecret[] {
  const bytes = Buffer.from(text, "latin1");
  const places: ChannelSecret[] = [];
  let taken = 0;
  for (let at = 0; at < slots * slotCharacters; at += slotCharacters) {
    // A text of its own: to compare what is only a slice of another text takes longer.
    const digest = bytes.toString("latin1", at, at + digestCharacters);
    places.push({ digest: unpadded(digest), expiresAt: instantAt(bytes, at + digestCharacters) });
    taken += (bytes[at] ?? space) === space ? 0 : 1;
  }
  return places.slice(0, taken);
}

/** Digit by digit, so that a long instant takes no more time than none. */
function instantAt(bytes: Buffer, from: number): number | null {
  let instant = 0;
  for (let at = from; at < from + instantCharacters; at += 1)
    instant = instant * 10 + Math.max(0, (bytes[at] ?? 0) - zero);
  return bytes[from] === dash ? null : instant;
}

/** Digests of the platform fill their place; others are shorter. */
function unpadded(digest: string): string {
  return digest.endsWith(" ") && !digest.startsWith(" ") ? digest.trimEnd() : digest;
}
