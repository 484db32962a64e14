import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { endWithSocket } from "./ended-sockets.ts";
import { isPromised, leaveLine, standBehind } from "./turns.ts";
import { WholeResponse } from "./whole-response.ts";

/** What was asked over one connection: the responses that are not out yet, in order, and the latest that may matter. */
export interface Exchanges {
  readonly unfinished: Set<ServerResponse>;
  latest: ServerResponse | null;
  /** How many requests came over it; Node counts fewer, but for those that a host answers in `checkContinue`. */
  asked: number;
  /** Whether what came last is no request for the server, so that somebody else answers it and ends the connection. */
  isTaken: boolean;
}

/** The exchanges of one connection. */
export type ExchangesOf = (socket: Duplex) => Exchanges;

/** What is known of a server's connections. */
export interface WatchedExchanges {
  readonly of: ExchangesOf;
  /** Those of the connection of a response of this server; found sooner than by the connection. */
  readonly behind: (response: ServerResponse) => Exchanges;
}

/**
 * Keeps the exchanges of every connection of a server, and every response out of the way of those before it. A client
 * that says that nothing more comes (TCP half-close) still has the answers that were promised; those that are not out
 * when the connection closes end with it.
 */
export function watchExchanges(server: Server): WatchedExchanges {
  // Of itself Node ends such a connection at once, and an answer that is not out by then is lost.
  Object.assign(server, { httpAllowHalfOpen: true });
  const connections = new WeakMap<Duplex, Exchanges>();
  // Its own: whoever hands a request on to another server that is watched has both know the response.
  const own = Symbol("own");
  type Followed = ServerResponse & { [own]?: Exchanges };
  const exchangesOf = (socket: Duplex): Exchanges => {
    const known = connections.get(socket);
    if (known !== undefined) return known;
    const made: Exchanges = { unfinished: new Set(), latest: null, asked: 0, isTaken: false };
    connections.set(socket, made);
    socket.once("end", () => endBehindAnswers(socket, made));
    // Before Node tells the response that has its turn.
    socket.prependOnceListener("close", () => endWithSocket(made.unfinished));
    return made;
  };
  // One function for all responses, since every request passes here.
  const forget = function (this: Followed): void {
    const exchanges = this[own];
    exchanges?.unfinished.delete(this);
    leaveLine(this);
    // An idle connection must not keep what it brought: a head, or a body.
    if (exchanges?.latest === this && this.req.complete) exchanges.latest = null;
  };
  server.prependListener("request", ({ socket }, response: Followed) => {
    const exchanges = exchangesOf(socket);
    response[own] = exchanges;
    // Behind an answer that closes the connection Node loses its place: a response that holds the socket before its
    // turn would end before those in front of it, and that ends the process.
    if (exchanges.unfinished.size > 0 && response.socket !== null) response.detachSocket(socket);
    if (exchanges.unfinished.size > 0 && exchanges.latest !== null)
      standBehind(response, exchanges.latest);
    exchanges.asked += 1;
    if (response instanceof WholeResponse)
      response.stayOpen(mayAskMore(server, exchanges) ? server : null);
    exchanges.latest = response;
    exchanges.unfinished.add(response.on("close", forget));
  });
  return {
    of: exchangesOf,
    behind: (response: Followed) => response[own] ?? exchangesOf(response.req.socket),
  };
}

function mayAskMore({ maxRequestsPerSocket }: Server, { asked }: Exchanges): boolean {
  const most = maxRequestsPerSocket ?? 0;
  return most <= 0 || asked < most;
}

/** Behind promised answers Node ends the connection by itself; others end with it, as on any server. */
function endBehindAnswers(socket: Duplex, exchanges: Exchanges): void {
  const [next] = exchanges.unfinished;
  if (next === undefined || exchanges.isTaken) return;
  if (isPromised(next)) next.once("close", () => endBehindAnswers(socket, exchanges));
  else socket.end();
}
