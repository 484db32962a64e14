import type { ChannelSecret } from "../model/channel.ts";

const digestCharacters = 64;
const instantCharacters = 16;

/** Positions of the secrets in the text that `writeSecrets` returns. */
export const secretsLayout = {
  slots: 4,
  digestCharacters,
  instantCharacters,
  slotCharacters: digestCharacters + instantCharacters,
  /** The instant of a secret that does not expire. */
  never: "-".repeat(instantCharacters),
} as const;

const empty = " ".repeat(secretsLayout.slotCharacters);

/**
 * A channel's secrets as text of constant length, whatever their number. Reading it takes the same time for every
 * channel, and for an unknown one (ruling 1).
 */
export function writeSecrets(secrets: readonly ChannelSecret[]): string {
  return Array.from({ length: secretsLayout.slots }, (_, slot) => {
    const secret = secrets[slot];
    if (secret === undefined) return empty;
    const { digest, expiresAt } = secret;
    const { never } = secretsLayout;
    const instant = expiresAt === null ? never : String(expiresAt).padStart(instantCharacters);
    return digest.padEnd(digestCharacters) + instant;
  }).join("");
}
