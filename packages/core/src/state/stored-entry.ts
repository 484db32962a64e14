import type { PluginEntry } from "../model/plugin-entry.ts";

/** An erased entry that no listener takes is deleted after this time, in ms: 30 days. */
export const erasedKeptMs = 30 * 24 * 60 * 60 * 1_000;

/** No claim ends later than others by more than this, in ms, unless the clock was set back meanwhile. */
export const strayClaimMs = 60_000;

/** One entry of a plugin's state, as a store keeps it. */
export interface StoredEntry {
  readonly key: string;
  /** JSON text. */
  readonly value: string;
  readonly version: number;
  readonly conversationId: string | null;
  readonly due: number | null;
  readonly expiresAt: number | null;
  /** Whether it was woken, or changed, since the last due call began. It is then due again, whatever that call answers. */
  readonly isWoken: boolean;
  /** The due call that runs, until it ends or `until` passes. */
  readonly claim: { readonly token: string; readonly until: number } | null;
  /** Due calls that failed since the last one that did not. */
  readonly failures: number;
  /** Whether its conversation was erased. Nobody but the erasure listener sees it then. */
  readonly isErased: boolean;
}

/**
 * The instant from which a due call for the entry may begin: at once when it was woken, and while a call runs when its
 * claim ends. `null`: never by itself. Stores keep it in a column of its own, with an index.
 */
export function claimableAt({ claim, isWoken, due, isErased }: StoredEntry): number | null {
  if (isErased) return null;
  if (claim !== null) return claim.until;
  return isWoken ? 0 : due;
}

/** Whether the instance may see it. */
export function isVisible(entry: StoredEntry, now: number): boolean {
  return !entry.isErased && !isExpired(entry, now);
}

export function isExpired({ expiresAt }: StoredEntry, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** UTF-8 bytes of an entry, as they count for the limit of its instance. */
export function entryBytes({ key, value }: Pick<StoredEntry, "key" | "value">): number {
  return key.length + utf8Bytes(value);
}

/** Whether the entry is held by a claim from before the clock was set back; `until`: the end of a claim that begins now. */
export function isStray({ claim }: StoredEntry, until: number): boolean {
  return claim !== null && claim.until > until + strayClaimMs;
}

/** The entry without its claim, due at once. */
export function unclaimEntry(entry: StoredEntry): StoredEntry {
  return { ...entry, claim: null, isWoken: true };
}

/** The entry while its due call runs. When the node dies, it can be claimed again once the claim has ended. */
export function claimEntry(entry: StoredEntry, token: string, until: number): StoredEntry {
  return { ...entry, claim: { token, until }, isWoken: false };
}

export function pluginEntry<Value>(entry: StoredEntry): PluginEntry<Value> {
  const { key, value, version, conversationId, due, expiresAt } = entry;
  return { key, value: JSON.parse(value) as Value, version, conversationId, due, expiresAt };
}

/** Bytes of `text` as UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0x80) bytes += 1;
    // Each half of a surrogate pair counts two.
    if (unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff)) bytes += 1;
  }
  return bytes;
}
