import { hash } from "node:crypto";
import { SealedCursors } from "@parley/core";

const longest = 200;
const cursors = new SealedCursors((text) => hash("sha256", text, "base64url"));

/** Turns a store cursor into a cursor of the console's API. */
export function sealCursor(list: string, next: string | null): string | null {
  return cursors.seal(list, next);
}

/** The store cursor; `undefined` when no page of this list gave it. */
export function openCursor(list: string, before: string): string | undefined {
  return before.length > longest ? undefined : cursors.open(list, before);
}
