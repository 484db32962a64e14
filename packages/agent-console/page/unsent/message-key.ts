import { utf8ToBytes } from "@noble/ciphers/utils.js";
import type { Draft } from "../api/api.ts";

/** For a new draft. `crypto.randomUUID` is missing on plain http, except on localhost. */
export function newDraftId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The idempotency key of a message. It depends on the draft and its content, so every tab and every retry uses the same
 * key. Changed content gets another key.
 */
export function messageKey(draftId: string, draft: Draft): string {
  const fields = Object.entries(draft).toSorted(([one], [other]) => one.localeCompare(other));
  return `${draftId}-${fnv1a(JSON.stringify(fields))}`;
}

/** 64-bit FNV-1a. It only tells versions of one draft apart, so it need not be cryptographic. */
function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of utf8ToBytes(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16);
}
