import type { ServerResponse } from "node:http";

const keptAfterHalfClose = new WeakSet<ServerResponse>();

/** Marks a response that will be answered without further input. It is kept when the client half-closes. */
export function keepAfterHalfClose(response: ServerResponse): void {
  keptAfterHalfClose.add(response);
}

export function isKeptAfterHalfClose(response: ServerResponse): boolean {
  return keptAfterHalfClose.has(response);
}

/**
 * Waits until the earlier answers of the connection are sent. `null`: they are. A request behind an answer that closes
 * the connection must not be processed (RFC 9112 §9.6): behind such an answer the promise never resolves.
 */
export function earlierAnswersOf(response: ServerResponse): Promise<void> | null {
  const { socket } = response;
  // Node assigns the socket when all earlier answers are sent, and never behind one that closed the connection.
  if (socket === null) return new Promise((resolve) => response.once("socket", () => resolve()));
  // An earlier answer has ended a socket that is not writable.
  return socket.writable ? null : new Promise(() => {});
}
