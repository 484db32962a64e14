import { Router } from "express";
import type { ConsoleParts } from "../console-parts.ts";
import {
  consoleRefusals,
  invalidRequest,
  methodNotAllowed,
  sendRefusal,
  unknownConversation,
} from "../http/failure.ts";
import { accountOf } from "../http/guards.ts";
import { fieldsOf } from "../http/request-body.ts";
import { saveFrom, saveRule } from "./draft-fields.ts";

export type DraftRoutesParts = Pick<ConsoleParts, "drafts" | "conversations" | "ownership">;

/** An agent's own drafts. All routes require a session. */
export function draftRoutes({ drafts, conversations, ownership }: DraftRoutesParts): Router {
  const router = Router();

  router
    .route("/drafts")
    .get(async (_request, response) => {
      response.json({ drafts: await drafts.list(accountOf(response).id) });
    })
    .all(methodNotAllowed("GET"));

  router
    .route("/conversations/:id/draft")
    .get(async (request, response) => {
      const { id } = request.params;
      if ((await conversations.find(id)) === null && !(await ownership.isElsewhere(id)))
        return sendRefusal(response, unknownConversation);
      response.json(await drafts.find(accountOf(response).id, id));
    })
    .put(async (request, response) => {
      const save = saveFrom(fieldsOf(request));
      if (save === null) return sendRefusal(response, invalidRequest("draft", saveRule));
      const answer = await drafts.save(accountOf(response).id, request.params.id, save);
      if (answer === "erased") return sendRefusal(response, unknownConversation);
      if (answer === "too-many") return sendRefusal(response, consoleRefusals.tooManyDrafts);
      response.json(answer);
    })
    .all(methodNotAllowed("GET, PUT"));

  return router;
}
