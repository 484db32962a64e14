import { hash } from "node:crypto";

const sumLength = 8;

/**
 * A store's cursor as this API gives it out: with a checksum over it and over the list it belongs to. Stores answer an
 * empty page to a cursor that none of their pages gave, which would look like the end of the list.
 */
export function sealCursor(list: string, next: string | null): string | null {
  return next === null ? null : `${next}.${sumOf(list, next)}`;
}

/** The store's cursor; `undefined` for what no page of this list gave. */
export function openCursor(list: string, before: string): string | undefined {
  const end = before.lastIndexOf(".");
  const next = before.slice(0, Math.max(0, end));
  return end > 0 && before.slice(end + 1) === sumOf(list, next) ? next : undefined;
}

function sumOf(list: string, next: string): string {
  return hash("sha256", JSON.stringify([list, next]), "base64url").slice(0, sumLength);
}
