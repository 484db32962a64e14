import type { ChannelSecret } from "@parley/core";

const slots = 4;
const digestCharacters = 64;
const instantCharacters = 16;
const slotCharacters = digestCharacters + instantCharacters;
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

export function readSecrets(text: string): readonly ChannelSecret[] {
  const secrets: ChannelSecret[] = [];
  for (let slot = 0; slot < slots; slot += 1) {
    const at = slot * slotCharacters;
    const digest = text.slice(at, at + digestCharacters).trimEnd();
    const instant = text.slice(at + digestCharacters, at + slotCharacters);
    const secret = { digest, expiresAt: instant === never ? null : Number(instant) };
    if (digest !== "") secrets.push(secret);
  }
  return secrets;
}
