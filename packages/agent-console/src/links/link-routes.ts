import { networkOf } from "@parley/core";
import { type RequestHandler, Router } from "express";
import { consoleRefusals, methodNotAllowed, sendRefusal } from "../http/failure.ts";
import { browserOf } from "../http/guards.ts";
import { acceptInvitation, findInvitation } from "./invitation-links.ts";
import type { LinkRoutesParts, LinkUse } from "./link-use.ts";
import { findPasswordLink, usePasswordLink } from "./password-link-uses.ts";
import { fieldsOf } from "../http/request-body.ts";

/** What a person without a session can do with a link. Tokens come in bodies, so that no access log contains them. */
export function linkRoutes(parts: LinkRoutesParts): Router {
  const router = Router();
  const uses: Readonly<Record<string, LinkUse>> = {
    "/links/invitation": findInvitation,
    "/links/invitation/accept": acceptInvitation,
    "/links/password": findPasswordLink,
    "/links/password/use": usePasswordLink,
  };
  for (const [path, use] of Object.entries(uses)) {
    router.route(path).post(withToken(parts, use)).all(methodNotAllowed("POST"));
  }
  return router;
}

/** Counts invalid links against the client address. */
function withToken(parts: LinkRoutesParts, use: LinkUse): RequestHandler {
  const { linkLimit } = parts;
  return async (request, response) => {
    const { token } = fieldsOf(request);
    const key = networkOf(browserOf(request).address);
    const retryAfterSeconds = await linkLimit.take(key);
    if (retryAfterSeconds !== null) {
      return sendRefusal(response, { ...consoleRefusals.tooManyAttempts, retryAfterSeconds });
    }
    const end = typeof token === "string" ? await use(parts, token, request, response) : "dead";
    if (end === "dead") return sendRefusal(response, consoleRefusals.deadLink);
    await linkLimit.giveBack(key);
  };
}
