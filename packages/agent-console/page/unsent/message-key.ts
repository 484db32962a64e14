import { utf8ToBytes } from "@noble/ciphers/utils.js";
import type { Draft } from "../api/api.ts";

/** For a new draft. `crypto.randomUUID` is missing where the console is reached over plain http by name. */
export function newDraftId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The idempotency key of a message: the same for the same content of the same draft, whichever tab sends it and however
 * often, and another one once the content was changed.
 */
export function messageKey(draftId: string, draft: Draft): string {
  const fields = Object.entries(draft).toSorted(([one], [other]) => one.localeCompare(other));
  return `${draftId}-${fnv1a(JSON.stringify(fields))}`;
}

/** FNV-1a with 64 bits: it tells versions of one draft apart and need not resist anybody. */
function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of utf8ToBytes(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16);
}
