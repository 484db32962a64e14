import { hash, timingSafeEqual } from "node:crypto";
import { clientAddress, refuse } from "@parley/core";
import type { RequestHandler } from "express";
import { sendRefusal } from "./answer.ts";
import { TokenLimit } from "./token-limit.ts";

/**
 * Lets only requests with `Authorization: Bearer <token>` pass; everything else gets 401 before anything is looked at,
 * and a network that sends many wrong ones 429 for a while. The right one always passes: else anybody behind the same
 * address, as all are behind a proxy that nobody trusts, could lock it out. So what keeps guesses from hitting is its
 * length. Digests are compared, so that neither the token's content nor its length shows in the time it takes.
 */
export function bearerToken(token: string): RequestHandler {
  const expected = digestOf(token);
  const limit = new TokenLimit();
  return async (request, response, next) => {
    const given = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (timingSafeEqual(digestOf(given), expected)) return next();
    const address = clientAddress(request.ip, request.socket.remoteAddress);
    const tooMany = await limit.check(address);
    if (tooMany !== null) return sendRefusal(response, tooMany);
    if (given !== "") await limit.wrong(address);
    response.setHeader("WWW-Authenticate", 'Bearer realm="parley"');
    sendRefusal(response, refuse("unauthorized"));
  };
}

function digestOf(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
