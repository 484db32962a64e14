import type { RequestHandler } from "express";

/**
 * Passes a request on once all earlier answers of its connection are sent. Without this, Node never closes resources
 * opened for an answer that is never sent. Also, no request may be processed after an answer that closes the connection
 * (RFC 9112 §9.6).
 */
export const awaitEarlierAnswers: RequestHandler = ({ socket }, response, next) => {
  const hasTurn = (response as { readonly socket: typeof response.socket }).socket !== null;
  if (!hasTurn) response.once("socket", () => next());
  else if (socket.writable) next();
};
