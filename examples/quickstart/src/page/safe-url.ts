/** The address if it is http(s), in the browser's spelling; otherwise `null`. So `javascript:` stays text. */
export function safeUrl(value: unknown): string | null {
  const url = typeof value === "string" ? URL.parse(value) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
