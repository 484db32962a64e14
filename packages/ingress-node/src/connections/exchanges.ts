import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { endUnfinishedResponses } from "./unfinished-responses.ts";
import { isKeptAfterHalfClose } from "./answer-order.ts";

/** What was asked over one connection: the responses that are not out yet, in order, and the latest that may matter. */
export interface Exchanges {
  readonly unfinished: Set<ServerResponse>;
  latest: ServerResponse | null;
  /** Whether what came last is no request for the server, so that somebody else answers it and ends the connection. */
  isTaken: boolean;
}

/** The exchanges of one connection. */
export type ExchangesOf = (socket: Duplex) => Exchanges;

/**
 * Keeps the exchanges of every connection of a server, and cuts a connection with more than `maxUnanswered` requests
 * whose answers are not out yet. A client that half-closes its connection still gets the answers that come by
 * themselves. Those that are not out when the connection closes end with it.
 */
export function watchExchanges(server: Server, maxUnanswered: number): ExchangesOf {
  // Without it Node ends a half-closed connection at once, and loses every answer that is not out by then.
  Object.assign(server, { httpAllowHalfOpen: true });
  const connections = new WeakMap<Duplex, Exchanges>();
  const exchangesOf = (socket: Duplex): Exchanges => {
    const known = connections.get(socket);
    if (known !== undefined) return known;
    const made: Exchanges = { unfinished: new Set(), latest: null, isTaken: false };
    connections.set(socket, made);
    socket.once("end", () => endBehindAnswers(socket, made));
    // Before Node tells the response that has its turn.
    socket.prependOnceListener("close", () => endUnfinishedResponses(made.unfinished));
    return made;
  };
  server.prependListener("request", ({ socket }, response) => {
    const exchanges = exchangesOf(socket);
    const { unfinished } = exchanges;
    // Behind an answer that closes the connection Node gives a response the socket before its turn. It would end before
    // those in front of it, and that ends the process.
    if (unfinished.size > 0 && response.socket !== null) response.detachSocket(socket);
    exchanges.latest = response;
    unfinished.add(response.on("close", () => forget(exchanges, response)));
    if (unfinished.size > maxUnanswered) socket.destroy();
  });
  return exchangesOf;
}

function forget(exchanges: Exchanges, response: ServerResponse): void {
  exchanges.unfinished.delete(response);
  // An idle connection must not keep what it brought: a head, or a body.
  if (exchanges.latest === response && response.req.complete) exchanges.latest = null;
}

/** Once the answers that come by themselves are out, the connection ends, and all others with it. */
function endBehindAnswers(socket: Duplex, exchanges: Exchanges): void {
  const [next] = exchanges.unfinished;
  if (next === undefined || exchanges.isTaken) return;
  if (isKeptAfterHalfClose(next)) next.once("close", () => endBehindAnswers(socket, exchanges));
  else socket.end();
}
