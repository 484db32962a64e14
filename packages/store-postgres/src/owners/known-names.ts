import type { Append, CommitBatch } from "@parley/core";
import type { Backends } from "./backends.ts";

/** @throws Error for a backend that was never opened, before anything is locked */
export function requireKnownNames({ appends }: CommitBatch, backends: Backends): void {
  for (const append of appends) {
    const name = nameIn(append);
    if (name !== null) backends.numberOf(name);
  }
}

/** The backend that an append may give a conversation to. */
function nameIn(append: Append): string | null {
  if (append.kind === "outbound") return null;
  return append.kind === "owner" ? append.to.backend : append.backend;
}
