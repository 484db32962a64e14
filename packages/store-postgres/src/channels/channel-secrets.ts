import type { ChannelSecret } from "@parley/core";
import { secretsLayout } from "@parley/core/sql-store";

const { slots, digestCharacters, slotCharacters, never } = secretsLayout;

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
