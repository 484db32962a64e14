/** The endpoint of a request. Only the number of path segments decides it (ruling 1). */
export interface Route {
  readonly endpoint: "message" | "status";
  /** `null` when the path's percent-encoding is broken. */
  readonly names: { readonly channelSecret: string; readonly channelId: string } | null;
}

/** Reads a path below the mount point: `/<secret>/<channel>` or `/<secret>/<channel>/status`, then perhaps a slash. */
export function readRoute(path: string): Route | null {
  const [, channelSecret, channelId, tail] = /^\/([^/]+)\/([^/]+)(\/status)?\/?$/.exec(path) ?? [];
  if (channelSecret === undefined || channelId === undefined) {
    return null;
  }
  const endpoint = tail === undefined ? "message" : "status";
  try {
    const names = { channelSecret: decode(channelSecret), channelId: decode(channelId) };
    return { endpoint, names };
  } catch {
    return { endpoint, names: null };
  }
}

/** Decoding is the most expensive part of reading a path, and few names need it. */
function decode(text: string): string {
  return text.includes("%") ? decodeURIComponent(text) : text;
}
