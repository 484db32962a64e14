import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { endUnfinishedResponses } from "./unfinished-responses.ts";
import { isKeptAfterHalfClose } from "./answer-order.ts";

/** The requests of one connection. */
export interface Exchanges {
  /** Responses that are not completely sent, in order. */
  readonly unfinished: Set<ServerResponse>;
  /** Response to the latest request; `null` when it is complete. */
  latest: ServerResponse | null;
  /** Whether other code answers the latest input and ends the connection, because it is no valid request. */
  isTaken: boolean;
}

/** The exchanges of one connection. */
export type ExchangesOf = (socket: Duplex) => Exchanges;

/**
 * Tracks the requests of every connection of a server. Cuts a connection with more than `maxUnanswered` unanswered
 * requests. A client that half-closes its connection still gets the answers marked by `keepAfterHalfClose`. When a
 * connection closes, its unfinished responses end.
 */
export function watchExchanges(server: Server, maxUnanswered: number): ExchangesOf {
  // Otherwise Node ends a half-closed connection at once and loses every unsent answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  const connections = new WeakMap<Duplex, Exchanges>();
  const exchangesOf = (socket: Duplex): Exchanges => {
    const known = connections.get(socket);
    if (known !== undefined) return known;
    const made: Exchanges = { unfinished: new Set(), latest: null, isTaken: false };
    connections.set(socket, made);
    socket.once("end", () => endBehindAnswers(socket, made));
    // Must run before Node's own `close` listener of the current response.
    socket.prependOnceListener("close", () => endUnfinishedResponses(made.unfinished));
    return made;
  };
  server.prependListener("request", ({ socket }, response) => {
    const exchanges = exchangesOf(socket);
    const { unfinished } = exchanges;
    // Behind a closing answer Node assigns the socket to this response too early. It would then end before the earlier
    // ones, and that crashes the process.
    if (unfinished.size > 0 && response.socket !== null) response.detachSocket(socket);
    exchanges.latest = response;
    unfinished.add(response.on("close", () => forget(exchanges, response)));
    if (unfinished.size > maxUnanswered) socket.destroy();
  });
  return exchangesOf;
}

function forget(exchanges: Exchanges, response: ServerResponse): void {
  exchanges.unfinished.delete(response);
  // An idle connection must not keep its last request in memory.
  if (exchanges.latest === response && response.req.complete) exchanges.latest = null;
}

/** Ends a half-closed connection after the answers that are kept. All others end with it. */
function endBehindAnswers(socket: Duplex, exchanges: Exchanges): void {
  const [next] = exchanges.unfinished;
  if (next === undefined || exchanges.isTaken) return;
  if (isKeptAfterHalfClose(next)) next.once("close", () => endBehindAnswers(socket, exchanges));
  else socket.end();
}
