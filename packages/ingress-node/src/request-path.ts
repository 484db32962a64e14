/** The path of a request target, without query; of an absolute one (RFC 9112 §3.2.2) what follows the host. */
export function pathOf(target: string): string {
  const path = target.startsWith("/") ? target : target.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, "");
  const end = path.search(/[?#]/);
  return end === -1 ? path : path.slice(0, end);
}

/** What is left of a path below `basePath`; `null` when it lies elsewhere. */
export function pathBelow(basePath: string, path: string): string | null {
  if (!path.startsWith(basePath)) return null;
  const rest = path.slice(basePath.length);
  return rest === "" || rest.startsWith("/") ? rest : null;
}
