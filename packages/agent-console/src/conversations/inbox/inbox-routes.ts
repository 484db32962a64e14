import { Router } from "express";
import type { ConsoleParts } from "../../console-parts.ts";
import { invalidRequest, methodNotAllowed, sendRefusal } from "../../http/failure.ts";
import { accountOf } from "../../http/guards.ts";
import { fieldsOf } from "../../http/request-body.ts";
import type { InboxSummary } from "./inbox-list.ts";
import { filterIn, invalidFilter } from "./inbox-request.ts";

export type InboxRoutesParts = Pick<
  ConsoleParts,
  | "conversations"
  | "ownership"
  | "inbox"
  | "inboxIndex"
  | "inboxLists"
  | "readMarks"
  | "channels"
  | "live"
>;

/** Numbers of conversations in the inbox lists, and what the agent has read. All require a session. */
export function inboxRoutes(parts: InboxRoutesParts): Router {
  const { conversations, ownership, inbox, inboxIndex, inboxLists, readMarks, live } = parts;
  const router = Router();

  router
    .route("/inbox")
    .get(async (request, response) => {
      const filter = filterIn(request.query);
      if (filter === null) return sendRefusal(response, invalidFilter);
      const { id } = accountOf(response);
      await readMarks.since(id);
      const counts = await inboxLists.counts(id, filter);
      const complete = (await inboxIndex.indexedTo()) !== null;
      const channels = (await parts.channels.list()).map((channel) => channel.id);
      const view: InboxSummary = { counts, complete, channels };
      response.json(view);
    })
    .all(methodNotAllowed("GET"));

  router
    .route("/conversations/:id/read")
    .put(async (request, response) => {
      const conversationId = request.params.id;
      if ((await conversations.find(conversationId)) === null) {
        return sendRefusal(response, await ownership.absenceOf(conversationId));
      }
      const { upTo } = fieldsOf(request);
      if (typeof upTo !== "string" || !/^[1-9]\d{0,14}$/.test(upTo)) {
        return sendRefusal(response, invalidRequest("upTo", "the id of a message is expected"));
      }
      const { id: accountId } = accountOf(response);
      const sequence = await inbox.markRead(accountId, conversationId, Number(upTo));
      const data = { accountId, conversationId, upTo: String(sequence) };
      live.publish({ type: "read", data });
      response.status(204).end();
    })
    .all(methodNotAllowed("PUT"));

  return router;
}
