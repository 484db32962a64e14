import type { IncomingMessage } from "node:http";
import { pathBelow, pathOf, withoutOrigin } from "../request-path.ts";

/** The target of a request to a door. Nothing in it is decoded or normalized. */
export interface DoorTarget {
  /** Empty, or a name that no door has: nothing is at this address. */
  readonly name: string;
  /** What follows the name, without the query. */
  readonly path: string;
  /** With its question mark; else empty. */
  readonly query: string;
  /** The whole target as the server received it, without a scheme and host. */
  readonly received: string;
}

/** `null`: the request is not below `basePath`. */
export function doorTarget(basePath: string, request: IncomingMessage): DoorTarget | null {
  const { url = "" } = request;
  const target = withoutOrigin(url);
  const whole = pathOf(url);
  const below = pathBelow(basePath, whole);
  if (below === null) return null;
  const [, name = "", path = ""] = /^\/([^/]*)(.*)$/s.exec(below) ?? [];
  const query = target.slice(whole.length);
  return { name, path, query, received: withoutOrigin(originalUrl(request)) };
}

/** Express removes the mount path from `url` and keeps the whole one here. */
function originalUrl(request: IncomingMessage): string {
  const { originalUrl } = request as { readonly originalUrl?: unknown };
  return typeof originalUrl === "string" ? originalUrl : (request.url ?? "");
}
