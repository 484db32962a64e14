import { type Request, type Response, Router } from "express";
import type { ConsoleParts } from "../console-parts.ts";
import { recentDeliveries } from "../deliveries/recent-deliveries.ts";
import { methodNotAllowed, sendRefusal, unknownChannel } from "../http/failure.ts";
import { accountOf, adminsOnly } from "../http/guards.ts";
import { fieldsOf } from "../http/request-body.ts";

export type ChannelTestParts = Pick<
  ConsoleParts,
  | "channels"
  | "conversations"
  | "ownership"
  | "deliveries"
  | "diagnosis"
  | "testMessages"
  | "logger"
>;

/** For admins who want to know whether a channel works: its connection, a test message, and its recent deliveries. */
export function channelTestRoutes(parts: ChannelTestParts): Router {
  const { channels, diagnosis, testMessages, logger } = parts;
  const router = Router();

  router
    .route("/channels/:id/check")
    .all(adminsOnly)
    .post(async (request, response) => {
      const channelId = idOf(request);
      if ((await channels.find(channelId)) === null) return sendRefusal(response, unknownChannel);
      const found = await diagnosis.run({ channelId, probe: true }, endOf(response));
      response.json({ findings: found.filter((finding) => finding.channelId === channelId) });
    })
    .all(methodNotAllowed("POST"));

  router
    .route("/channels/:id/test-message")
    .all(adminsOnly)
    .post(async (request, response) => {
      const channelId = idOf(request);
      const { id: by, name } = accountOf(response);
      const { visitorId, text } = fieldsOf(request);
      const answer = await testMessages.send(
        { channelId, visitorId, sender: { name }, text: typeof text === "string" ? text : "" },
        endOf(response),
      );
      if (!answer.sent) return sendRefusal(response, answer.refusal);
      const { isDelivered, finding } = answer;
      logger.info("a test message was sent", { channelId, by });
      response.json({ isDelivered, finding });
    })
    .all(methodNotAllowed("POST"));

  router
    .route("/channels/:id/deliveries")
    .all(adminsOnly)
    .get(async (request, response) => {
      response.json({ deliveries: await recentDeliveries(parts, idOf(request)) });
    })
    .all(methodNotAllowed("GET"));

  return router;
}

function idOf(request: Request): string {
  return String(request.params["id"]);
}

/** Aborts when the client has gone. */
function endOf(response: Response): AbortSignal {
  const end = new AbortController();
  response.once("close", () => end.abort());
  return end.signal;
}
