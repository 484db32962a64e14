import { type Request, type Response, Router } from "express";
import type { ConsoleParts } from "../console-parts.ts";
import {
  consoleRefusals,
  invalidRequest,
  methodNotAllowed,
  notFound,
  sendRefusal,
} from "../http/failure.ts";
import { accountOf } from "../http/guards.ts";
import { fieldsOf } from "../http/request-body.ts";
import type { CannedReply, ReplyChange } from "./canned-replies.ts";
import { replyTextFrom, shortcutFrom, shortcutRule, textRule } from "./reply-fields.ts";

/** Canned replies. Every agent manages their own; admins also manage the shared ones. */
export function replyRoutes({ replies }: Pick<ConsoleParts, "replies">): Router {
  const router = Router();

  router
    .route("/replies")
    .get(async (_request, response) => {
      response.json({ replies: await replies.list(accountOf(response).id) });
    })
    .post(async (request, response) => {
      const { shared } = fieldsOf(request);
      if (shared !== undefined && typeof shared !== "boolean") {
        return sendRefusal(response, invalidRequest("shared", "true or false is expected"));
      }
      const account = accountOf(response);
      if (shared === true && account.role !== "admin") {
        return sendRefusal(response, consoleRefusals.adminsOnly);
      }
      const { shortcut = null, text = null } = fieldsOf(request);
      const fields = readChange({ shortcut, text }, response);
      if (fields?.shortcut === undefined || fields.text === undefined) return;
      const reply = { shortcut: fields.shortcut, text: fields.text, shared: shared === true };
      const added = await replies.add(reply, account.id);
      if (added === "taken") return sendRefusal(response, consoleRefusals.shortcutTaken);
      if (added === "too-many") return sendRefusal(response, consoleRefusals.tooManyReplies);
      response.status(201).json(added);
    })
    .all(methodNotAllowed("GET, POST"));

  const changeable = async (request: Request, response: Response): Promise<CannedReply | null> => {
    const { id, role } = accountOf(response);
    const reply = await replies.find(String(request.params["id"]), id);
    if (reply === null) sendRefusal(response, notFound);
    else if (reply.shared && role !== "admin") sendRefusal(response, consoleRefusals.adminsOnly);
    else return reply;
    return null;
  };

  router
    .route("/replies/:id")
    .patch(async (request, response) => {
      const reply = await changeable(request, response);
      if (reply === null) return;
      const change = readChange(fieldsOf(request), response);
      if (change === null) return;
      const changed = await replies.change(reply, change, accountOf(response).id);
      if (changed === "unknown") return sendRefusal(response, notFound);
      if (changed === "taken") return sendRefusal(response, consoleRefusals.shortcutTaken);
      response.json(changed);
    })
    .delete(async (request, response) => {
      const reply = await changeable(request, response);
      if (reply === null) return;
      await replies.remove(reply);
      response.status(204).end();
    })
    .all(methodNotAllowed("PATCH, DELETE"));

  return router;
}

/** The fields that are there. `null` when one is not valid; the refusal has been sent then. */
function readChange(
  given: Readonly<Record<string, unknown>>,
  response: Response,
): ReplyChange | null {
  const shortcut = given["shortcut"] === undefined ? undefined : shortcutFrom(given["shortcut"]);
  const text = given["text"] === undefined ? undefined : replyTextFrom(given["text"]);
  if (shortcut === null) sendRefusal(response, invalidRequest("shortcut", shortcutRule));
  else if (text === null) sendRefusal(response, invalidRequest("text", textRule));
  else return { ...(shortcut !== undefined && { shortcut }), ...(text !== undefined && { text }) };
  return null;
}
