import type { ServerResponse } from "node:http";

const keptAfterHalfClose = new WeakSet<ServerResponse>();

/** Says that the answer comes by itself: a client that half-closes the connection meanwhile still gets it. */
export function keepAfterHalfClose(response: ServerResponse): void {
  keptAfterHalfClose.add(response);
}

export function isKeptAfterHalfClose(response: ServerResponse): boolean {
  return keptAfterHalfClose.has(response);
}

/**
 * A request behind an answer that closes the connection must not be processed (RFC 9112 §9.6), and which answer does is
 * known late. So each request waits until the answers before it are out. `null`: they are. The promise resolves when
 * they are; behind a closing answer it never does.
 */
export function earlierAnswersOf(response: ServerResponse): Promise<void> | null {
  const { socket } = response;
  // Node gives a response its socket once all before it are out, and never behind one that closed the connection.
  if (socket === null) return new Promise((resolve) => response.once("socket", () => resolve()));
  // A socket that is not writable was ended by an answer before.
  return socket.writable ? null : new Promise(() => {});
}
