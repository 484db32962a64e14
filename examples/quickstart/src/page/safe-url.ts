/** The address as the browser reads it when it is http(s); `null` for all else, so that `javascript:` stays text. */
export function safeUrl(value: unknown): string | null {
  const url = typeof value === "string" ? URL.parse(value) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
