import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { ChannelPass } from "@parley/core";
import type { Route } from "./route.ts";

/** A request that was let in. */
export interface Visit {
  readonly route: Route;
  readonly pass: ChannelPass;
}

interface Latest extends Visit {
  readonly url: string;
}

/** A longer one is not kept: a connection that rests must not hold much. */
const urlLimit = 512;

/**
 * The last visit over each connection: who asks for the same again, as nearly all do, needs no look at its path and no
 * digest. Whether the pass still counts is the inbox's to say.
 */
export class Visits {
  readonly #latest = new WeakMap<Socket, Latest>();

  /** `null` when the request names anything else than the last one that was let in over its connection. */
  of({ socket, url = "" }: IncomingMessage): Visit | null {
    const latest = this.#latest.get(socket);
    return latest !== undefined && isSame(latest.url, url) ? latest : null;
  }

  keep({ socket, url = "" }: IncomingMessage, route: Route, pass: ChannelPass): void {
    if (url.length <= urlLimit) this.#latest.set(socket, { url, route, pass });
  }
}

/** As long for every text of one length: several clients may share a connection, by a proxy, and one may be a stranger. */
function isSame(known: string, told: string): boolean {
  if (known.length !== told.length) return false;
  let difference = 0;
  for (let at = 0; at < known.length; at += 1)
    difference |= known.charCodeAt(at) ^ told.charCodeAt(at);
  return difference === 0;
}
