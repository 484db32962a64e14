import { Router } from "express";
import type { ConsoleParts } from "../console-parts.ts";
import {
  invalidRequest,
  methodNotAllowed,
  notOwner,
  sendRefusal,
  unknownConversation,
} from "../http/failure.ts";
import { accountOf, adminsOnly } from "../http/guards.ts";
import { fieldsOf } from "../http/request-body.ts";

export type EraseVisitorParts = Pick<ConsoleParts, "conversations" | "ownership" | "logger">;

/** The word that an admin types. The API asks for it too, so that no other request erases by mistake. */
const word = "erase";

/** Erases a visitor of a channel: the conversation with all its messages, and the profile. */
export function eraseVisitorRoutes({
  conversations,
  ownership,
  logger,
}: EraseVisitorParts): Router {
  const router = Router();
  router
    .route("/conversations/:id/erase")
    .all(adminsOnly)
    .post(async (request, response) => {
      if (fieldsOf(request)["confirm"] !== word)
        return sendRefusal(response, invalidRequest("confirm", `"${word}" is expected`));
      const id = String(request.params["id"]);
      const found = await conversations.find(id);
      if (found === null) return sendRefusal(response, await ownership.absenceOf(id));
      if (ownership.answeredBy(found) !== null) return sendRefusal(response, notOwner);
      if (!(await conversations.erase(id))) return sendRefusal(response, unknownConversation);
      // Do not log the conversation's id: it must not outlive the erasure.
      const { channelId } = found;
      logger.info("a visitor was erased", { channelId, by: accountOf(response).id });
      response.status(204).end();
    })
    .all(methodNotAllowed("POST"));
  return router;
}
