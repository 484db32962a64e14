/** The path of a request target, without its query. An absolute target (RFC 9112 §3.2.2) loses its scheme and host. */
export function pathOf(target: string): string {
  const path = withoutOrigin(target);
  const end = path.search(/[?#]/);
  return end === -1 ? path : path.slice(0, end);
}

/** The part of a path below `basePath`; `null` when the path is elsewhere. */
export function pathBelow(basePath: string, path: string): string | null {
  if (!path.startsWith(basePath)) return null;
  const rest = path.slice(basePath.length);
  return rest === "" || rest.startsWith("/") ? rest : null;
}

/** A request target without the scheme and host of an absolute one. */
export function withoutOrigin(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, "");
}
