import { hash, timingSafeEqual } from "node:crypto";
import { refuse } from "@parley/core";
import type { RequestHandler } from "express";
import { sendRefusal } from "./answer.ts";

/**
 * Lets only requests with `Authorization: Bearer <token>` pass; everything else gets 401 before anything is looked at.
 * Digests are compared, so that neither the token's content nor its length shows in the time it takes.
 */
export function bearerToken(token: string): RequestHandler {
  const expected = digestOf(token);
  return (request, response, next) => {
    const given = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (timingSafeEqual(digestOf(given), expected)) {
      next();
      return;
    }
    response.setHeader("WWW-Authenticate", 'Bearer realm="parley"');
    sendRefusal(response, refuse("unauthorized"));
  };
}

function digestOf(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
