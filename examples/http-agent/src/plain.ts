/** What others wrote, for a terminal: nothing in it acts there. */
export function plain(text: unknown): string {
  return String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "·");
}
