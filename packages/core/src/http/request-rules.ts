/** Headers that a request of `HttpClient` may not have: they would set the connection, or where the body ends. */
export const refusedHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * An origin of http or https as the URL parser writes it, such as `http://desk.internal:3000`; a slash may follow it.
 * `null`: `text` is none.
 */
export function readOrigin(text: unknown): string | null {
  const url = typeof text === "string" ? URL.parse(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.host.includes("*")) return null;
  return [url.origin, `${url.origin}/`].includes(url.href) ? url.origin : null;
}
