/** Says which of the allowed origins is none; `null`: each is one. A wrong one would fail every call of the app. */
export function originsFault(origins: readonly string[]): string | null {
  const index = origins.findIndex((origin) => !isOrigin(origin));
  if (index < 0) return null;
  return `allowOrigins.${index} must be an origin of http or https, such as http://desk.internal:3000`;
}

function isOrigin(text: unknown): boolean {
  const url = typeof text === "string" ? URL.parse(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.host.includes("*")) return false;
  return [url.origin, `${url.origin}/`].includes(url.href);
}
