import type { IncomingMessage, ServerResponse } from "node:http";

/** A signal that aborts when the client closes its connection, or its side of it, before it has its answer. */
export function clientLeft(request: IncomingMessage, response: ServerResponse): AbortSignal {
  const left = new AbortController();
  const { socket } = request;
  const leave = (): void => left.abort();
  if (socket.readableEnded || socket.destroyed) leave();
  socket.once("end", leave);
  response.once("close", () => {
    socket.off("end", leave);
    if (!response.writableFinished) leave();
  });
  return left.signal;
}
