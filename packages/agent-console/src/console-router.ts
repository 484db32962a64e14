import { type RequestHandler, Router } from "express";
import type { Logger } from "@parley/core";
import { type AccountRoutesParts, accountRoutes } from "./account-routes.ts";
import { type ConversationRoutesParts, conversationRoutes } from "./conversation-routes.ts";
import { failureHandler, methodNotAllowed, notFound, sendRefusal, stopping } from "./failure.ts";
import { sameOriginOnly, sessionOf, signedInOnly } from "./guards.ts";
import { neverStored, pageFiles, securityHeaders } from "./page-files.ts";

export interface ConsoleRouterParts
  extends Omit<AccountRoutesParts, "signedIn">, ConversationRoutesParts {
  readonly baseUrl: string;
  readonly pageDirectory: string;
  readonly logger: Logger;
}

/** Everything under `/console`: the page for everybody, the API under `api/` for those who signed in. */
export function consoleRouter(parts: ConsoleRouterParts): Router {
  const router = Router();
  router.use(securityHeaders);
  router.use("/api", neverStored, consoleApi(parts));
  router.use(pageFiles(parts.pageDirectory));
  router.use(nothingHere);
  router.use(failureHandler(parts.logger));
  return router;
}

function consoleApi(parts: ConsoleRouterParts): Router {
  const { accounts, presence, streams } = parts;
  const signedIn = signedInOnly(accounts, presence);
  const router = Router();
  router.use(sameOriginOnly(parts.baseUrl));
  router.use(accountRoutes({ ...parts, signedIn }));
  router.use(signedIn);
  router.use(conversationRoutes(parts));
  router
    .route("/events")
    .get((request, response) => {
      if (streams.closed) return sendRefusal(response, stopping);
      return streams.open(request, response, sessionOf(response));
    })
    .all(methodNotAllowed("GET"));
  router.use(nothingHere);
  return router;
}

const nothingHere: RequestHandler = (_request, response) => sendRefusal(response, notFound);
