/** What a request may be for; which one is decided by the number of path segments alone (ruling 1). */
export interface Route {
  readonly endpoint: "message" | "status";
  /** `null` when the path's percent-encoding is broken: such a path names nothing. */
  readonly names: { readonly channelSecret: string; readonly channelId: string } | null;
}

/** Values of `Allow`. `HEAD` on the status is `GET` without its body. */
export const allowedMethods = { message: "POST", status: "GET, HEAD" } as const;

/** Reads a path below the mount point: `/<random>/<channel>` or `/<random>/<channel>/status`, one slash behind it or none. */
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

/** Decoding costs more than all the rest of the path, and hardly any name needs it. */
function decode(text: string): string {
  return text.includes("%") ? decodeURIComponent(text) : text;
}

/** Whether the method may be used at all on the endpoint. */
export function allowsMethod(endpoint: Route["endpoint"], method = ""): boolean {
  return endpoint === "message" ? method === "POST" : method === "GET" || method === "HEAD";
}
