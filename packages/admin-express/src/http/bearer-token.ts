import { hash, timingSafeEqual } from "node:crypto";
import { clientAddress, refuse } from "@parley/core";
import type { RequestHandler } from "express";
import { sendRefusal } from "./answer.ts";
import { TokenLimit } from "./token-limit.ts";

/**
 * Accepts only requests with `Authorization: Bearer <token>`. Others get 401, before anything else is read. A network
 * with many wrong tokens gets 429 for a while. The right token always passes: otherwise anybody behind the same proxy
 * could lock it out. So only the token's length protects against guessing. Digests are compared, so that the response
 * time reveals neither the token nor its length.
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
