import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { AuthenticatedChannel } from "@parley/core";
import type { Route } from "./route.ts";

/** The channel that an earlier request of a connection was authenticated for. */
export interface AuthenticatedConnection {
  readonly route: Route;
  readonly pass: AuthenticatedChannel;
}

interface Latest extends AuthenticatedConnection {
  readonly url: string;
}

/** Longer URLs are not kept: an idle connection must not hold much memory. */
const urlLimit = 512;

/**
 * Remembers the channel that each connection was last authenticated for. Nearly every request names the same channel
 * again, and then needs no parsing and no digest. The inbox decides whether the authentication is still valid.
 */
export class AuthenticatedConnections {
  readonly #latest = new WeakMap<Socket, Latest>();

  /** `null` when the request has another URL than the last authenticated request of its connection. */
  of({ socket, url = "" }: IncomingMessage): AuthenticatedConnection | null {
    const latest = this.#latest.get(socket);
    return latest !== undefined && isSame(latest.url, url) ? latest : null;
  }

  keep({ socket, url = "" }: IncomingMessage, route: Route, pass: AuthenticatedChannel): void {
    if (url.length <= urlLimit) this.#latest.set(socket, { url, route, pass });
  }
}

/** Compares in constant time: clients behind a proxy may share a connection, and one of them may guess. */
function isSame(known: string, told: string): boolean {
  if (known.length !== told.length) return false;
  let difference = 0;
  for (let at = 0; at < known.length; at += 1)
    difference |= known.charCodeAt(at) ^ told.charCodeAt(at);
  return difference === 0;
}
