import type { RequestHandler } from "express";

/**
 * Hands a request on once its answer can leave. Of several over one connection all but the first wait for those before
 * them: what is opened for an answer that never has its turn, Node leaves open for good; and behind an answer that closes the
 * connection nothing may be processed (RFC 9112 §9.6).
 */
export const awaitEarlierAnswers: RequestHandler = ({ socket }, response, next) => {
  const hasTurn = (response as { readonly socket: typeof response.socket }).socket !== null;
  if (!hasTurn) response.once("socket", () => next());
  else if (socket.writable) next();
};
