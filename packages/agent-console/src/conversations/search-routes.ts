import type { SearchHit } from "@parley/core";
import { Router } from "express";
import type { ConsoleParts } from "../console-parts.ts";
import { invalidRequest, methodNotAllowed, notFound, sendRefusal } from "../http/failure.ts";
import { filledPage } from "../http/filled-page.ts";
import { sealCursor } from "../http/page-cursor.ts";
import { startOfList } from "../http/page-start.ts";
import { fieldsOf } from "../http/request-body.ts";
import { type ConversationView, viewOfConversation } from "./conversation-view.ts";
import { type MessageView, viewOfStored } from "./message-view.ts";

const hitsPerPage = 30;
const noQuery = invalidRequest("q", "a text is expected");
const invalidCursor = invalidRequest(
  "before",
  "Invalid cursor: pass `next` from a previous page of this search",
);

/** What a search has found, as the console's API shows it. */
export interface SearchHitView {
  readonly conversation: ConversationView;
  /** The message that has the words; absent when the visitor does. */
  readonly message?: MessageView;
}

/**
 * Route to search visitors and messages. It requires a session. A `POST`: proxies log addresses, and the words are often
 * a visitor's contact details.
 */
export function searchRoutes({
  search,
  ownership,
}: Pick<ConsoleParts, "search" | "ownership">): Router {
  const router = Router();
  router
    .route("/search")
    .post(async (request, response) => {
      if (search === null) return sendRefusal(response, notFound);
      const { q, before } = fieldsOf(request);
      if (typeof q !== "string") return sendRefusal(response, noQuery);
      const list = `search ${q}`;
      const start = startOfList(list, before ?? "");
      if (start === undefined) return sendRefusal(response, invalidCursor);
      const page = await filledPage((request) => search.find(q, request), {
        before: start,
        limit: hitsPerPage,
      });
      const hits = page.items.map((hit) => viewOfHit(hit, ownership.answeredBy(hit.conversation)));
      response.json({ hits, next: sealCursor(list, page.next) });
    })
    .all(methodNotAllowed("POST"));
  return router;
}

function viewOfHit({ conversation, message }: SearchHit, answeredBy: string | null): SearchHitView {
  const view = viewOfConversation(conversation, answeredBy);
  return message === null
    ? { conversation: view }
    : { conversation: view, message: viewOfStored(message) };
}
