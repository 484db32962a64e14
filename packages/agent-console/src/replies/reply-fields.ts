/** Rules for a canned reply's fields, worded for the error message that a person reads. */
export const shortcutRule = "1 to 40 characters without spaces are expected";
export const textRule = "1 to 4000 characters are expected";

const longestShortcut = 40;
const longestText = 4_000;

/**
 * A shortcut as it is stored: without the slash in front, in lower case. `null` when it is none: spaces, slashes and
 * invisible characters could not be typed or told apart.
 */
export function shortcutFrom(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const shortcut = value.trim().replace(/^\//, "").normalize("NFC").toLowerCase();
  const isUsable = shortcut !== "" && !/[\s/\p{C}]/u.test(shortcut);
  return isUsable && [...shortcut].length <= longestShortcut ? shortcut : null;
}

/** `null` when it is no text that can be stored: PostgreSQL takes no NUL, and a blank reply says nothing. */
export function replyTextFrom(value: unknown): string | null {
  if (typeof value !== "string" || value.trim() === "" || value.includes("\0")) return null;
  const isShort = value.length <= longestText || [...value].length <= longestText;
  return isShort && value.isWellFormed() ? value : null;
}
