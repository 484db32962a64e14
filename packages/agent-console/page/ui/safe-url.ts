/** The text as an http(s) address, or `null`. Nothing else may become a link or an image. */
export function safeUrl(text: unknown): string | null {
  if (typeof text !== "string" || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
}
