import type { DeliveryQuery, Refusal } from "@parley/core";
import { type Request, Router } from "express";
import type { ConsoleParts } from "../console-parts.ts";
import { viewsOfDeliveries } from "./delivery-view.ts";
import { invalidRequest, methodNotAllowed, sendRefusal, unknownDelivery } from "../http/failure.ts";
import { accountOf, adminsOnly } from "../http/guards.ts";
import { filledPage } from "../http/filled-page.ts";
import { sealCursor } from "../http/page-cursor.ts";
import { startOfList } from "../http/page-start.ts";

export type DeliveryRoutesParts = Pick<
  ConsoleParts,
  "deliveries" | "conversations" | "ownership" | "logger"
>;

const deliveriesPerPage = 50;

/** Pending and failed deliveries with their attempts; for admins. */
export function deliveryRoutes(parts: DeliveryRoutesParts): Router {
  const { deliveries, logger } = parts;
  const router = Router();

  router
    .route("/deliveries")
    .all(adminsOnly)
    .get(async (request, response) => {
      const query = queryFrom(request);
      if ("httpStatus" in query) return sendRefusal(response, query);
      const list = JSON.stringify(query);
      const before = startOfList(list, request.query["before"]);
      if (before === undefined) {
        return sendRefusal(
          response,
          invalidRequest("before", "Invalid cursor: pass `next` from a previous page of this list"),
        );
      }
      const page = await filledPage((request) => deliveries.list(query, request), {
        before,
        limit: deliveriesPerPage,
      });
      const views = await viewsOfDeliveries(parts, page.items);
      response.json({ deliveries: views, next: sealCursor(list, page.next) });
    })
    .all(methodNotAllowed("GET"));

  router
    .route("/deliveries/:id")
    .all(adminsOnly)
    .get(async (request, response) => {
      const delivery = await deliveries.find(String(request.params["id"]));
      if (delivery === null) return sendRefusal(response, unknownDelivery);
      const [view] = await viewsOfDeliveries(parts, [delivery]);
      response.json(view);
    })
    .all(methodNotAllowed("GET"));

  router
    .route("/deliveries/:id/retry")
    .all(adminsOnly)
    .post(async (request, response) => {
      const answer = await deliveries.retry(String(request.params["id"]));
      if (!answer.done) return sendRefusal(response, answer.refusal);
      const { deliveryId } = answer;
      // Do not log the delivery id: it contains the conversation's id, which must not outlive an erasure.
      logger.info("a delivery was retried", { by: accountOf(response).id });
      response.status(202).json({ deliveryId });
    })
    .all(methodNotAllowed("POST"));

  return router;
}

function queryFrom({ query }: Request): DeliveryQuery | Refusal {
  const { state, kind, channel } = query;
  if (state !== "waiting" && state !== "failed")
    return invalidRequest("state", "waiting or failed is expected");
  if (kind !== undefined && kind !== "inbound" && kind !== "outbound")
    return invalidRequest("kind", "inbound or outbound is expected");
  if (channel !== undefined && typeof channel !== "string")
    return invalidRequest("channel", "one channel's id is expected");
  return {
    state,
    ...(kind !== undefined && { kind }),
    ...(channel !== undefined && { channelId: channel }),
  };
}
