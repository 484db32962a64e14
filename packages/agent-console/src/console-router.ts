import { type RequestHandler, Router } from "express";
import { accountRoutes } from "./sign-in/account-routes.ts";
import { addressRoutes } from "./channels/address-routes.ts";
import { channelRoutes } from "./channels/channel-routes.ts";
import { channelTestRoutes } from "./channels/channel-test-routes.ts";
import type { ConsoleParts } from "./console-parts.ts";
import { conversationRoutes } from "./conversations/conversation-routes.ts";
import { draftRoutes } from "./drafts/draft-routes.ts";
import { deliveryRoutes } from "./deliveries/delivery-routes.ts";
import { eraseVisitorRoutes } from "./erasing/erase-visitor-routes.ts";
import {
  failureHandler,
  methodNotAllowed,
  notFound,
  sendRefusal,
  stopping,
} from "./http/failure.ts";
import { sameOriginOnly, sessionOf, signedInOnly } from "./http/guards.ts";
import { awaitEarlierAnswers } from "./http/answer-order.ts";
import { inboxRoutes } from "./conversations/inbox/inbox-routes.ts";
import { firstMinuteRoutes } from "./first-minute/first-minute-routes.ts";
import { invitationRoutes } from "./links/invitation-routes.ts";
import { linkRoutes } from "./links/link-routes.ts";
import { ownAccountRoutes } from "./accounts/own-account-routes.ts";
import { neverStored, pageFiles, securityHeaders } from "./http/page-files.ts";
import { peopleRoutes } from "./accounts/people-routes.ts";
import { searchRoutes } from "./conversations/search-routes.ts";
import { readBody } from "./http/request-body.ts";
import { settingsRoutes } from "./settings/settings-routes.ts";
import { replyRoutes } from "./replies/reply-routes.ts";
import { singleSignOnCallback, singleSignOnStart } from "./sign-in/single-sign-on-routes.ts";

/** Everything under `/console`. The page is public; the API under `api/` requires a session. */
export function consoleRouter(parts: ConsoleParts): Router {
  const router = Router();
  router.use(awaitEarlierAnswers);
  router.use(securityHeaders(parts.baseUrl));
  router.use("/api", neverStored, consoleApi(parts));
  router.use(pageFiles(parts.pageDirectory));
  router.use(nothingHere);
  router.use(failureHandler(parts.logger));
  return router;
}

function consoleApi(parts: ConsoleParts): Router {
  const signedIn = signedInOnly(parts);
  const router = Router();
  // Before the origin check: the provider redirects browsers here from its own site. The ticket replaces the check.
  router.use(singleSignOnCallback(parts));
  router.use(sameOriginOnly(parts.baseUrl));
  router.use(singleSignOnStart(parts));
  // Before the session check: an account may be disabled while its client delays the end of a body.
  router.use(readBody);
  router.use(noNul);
  router.use(linkRoutes(parts));
  router.use(accountRoutes(parts, signedIn));
  router.use(signedIn);
  router.use(ownAccountRoutes(parts));
  router.use(settingsRoutes(parts));
  router.use(firstMinuteRoutes(parts));
  router.use(conversationRoutes(parts));
  router.use(inboxRoutes(parts));
  router.use(searchRoutes(parts));
  router.use(draftRoutes(parts));
  router.use(eventRoutes(parts));
  router.use(peopleRoutes(parts));
  router.use(invitationRoutes(parts));
  router.use(channelRoutes(parts));
  router.use(addressRoutes(parts));
  router.use(channelTestRoutes(parts));
  router.use(deliveryRoutes(parts));
  router.use(replyRoutes(parts));
  router.use(eraseVisitorRoutes(parts));
  router.use(nothingHere);
  return router;
}

function eventRoutes({ streams }: Pick<ConsoleParts, "streams">): Router {
  const router = Router();
  router
    .route("/events")
    // Express would pass HEAD to the `get` handler, which would open a stream without a reader.
    .head((_request, response) => {
      const headers = { "Content-Type": "text/event-stream", "Cache-Control": "no-store" };
      response.writeHead(200, headers).end();
    })
    .get((request, response) => {
      if (streams.closed) return sendRefusal(response, stopping);
      return streams.open(request, response, sessionOf(response));
    })
    .all(methodNotAllowed("GET"));
  return router;
}

/** No id contains NUL, and PostgreSQL rejects it in a query. */
const noNul: RequestHandler = (request, response, next) => {
  if (/%00/.test(request.path)) return sendRefusal(response, notFound);
  return next();
};

const nothingHere: RequestHandler = (_request, response) => sendRefusal(response, notFound);
