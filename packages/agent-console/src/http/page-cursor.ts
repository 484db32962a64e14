import { hash } from "node:crypto";
import { SealedCursors } from "@parley/core";

const longest = 200;
const cursors = new SealedCursors((text) => hash("sha256", text, "base64url"));

/** A store's cursor as the console's API gives it out. */
export function sealCursor(list: string, next: string | null): string | null {
  return cursors.seal(list, next);
}

/** The store's cursor; `undefined` for what no page of this list gave. */
export function openCursor(list: string, before: string): string | undefined {
  return before.length > longest ? undefined : cursors.open(list, before);
}
