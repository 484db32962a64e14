import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import type { WatchedExchanges } from "./exchanges.ts";

/** What a client may leave unread: answers that nobody takes wait in memory. */
export interface UnreadBounds {
  /** Requests on one connection whose answers are not out yet. */
  readonly maxUnanswered: number;
  /** How long a request under way or its answer may stand still, with no byte either way. */
  readonly stalledTimeoutMs: number;
}

/** Cuts connections that ask on and on, or do not read. One read of a socket can hold thousands of requests. */
export function boundUnread(
  server: Server,
  exchanges: Pick<WatchedExchanges, "behind">,
  { maxUnanswered, stalledTimeoutMs }: UnreadBounds,
): void {
  server.timeout = stalledTimeoutMs;
  const ending = new WeakSet<Duplex>();
  server.on("request", ({ socket }, response) => {
    const unanswered = exchanges.behind(response).unfinished.size;
    if (unanswered <= maxUnanswered || ending.has(socket)) return;
    ending.add(socket);
    socket.pause();
    // What was read at once still comes to an end: writing to a socket that is gone costs more than to one that stays.
    setImmediate(() => socket.destroy());
  });
}
