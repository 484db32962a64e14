import type { SendAnswer } from "@parley/core";
import { type RequestHandler, Router } from "express";
import type { ConsoleParts } from "../console-parts.ts";
import {
  invalidRequest,
  methodNotAllowed,
  notFound,
  notOwner,
  sendRefusal,
  unknownConversation,
} from "../http/failure.ts";
import { accountOf, sessionOf } from "../http/guards.ts";
import {
  filterIn,
  invalidFilter,
  invalidList,
  isUnlimited,
  listIn,
} from "./inbox/inbox-request.ts";
import { sentDraftFrom, sentRule } from "../drafts/draft-fields.ts";
import { type MessageView, viewOfStored } from "./message-view.ts";
import { ownerLines } from "../owners/owner-lines.ts";
import { filledPage } from "../http/filled-page.ts";
import { sealCursor } from "../http/page-cursor.ts";
import {
  allConversations,
  startOfConversations,
  startOfList,
  startOfMessages,
} from "../http/page-start.ts";
import { fieldsOf } from "../http/request-body.ts";

const conversationsPerPage = 30;
const messagesPerPage = 50;
const invalidCursor = invalidRequest(
  "before",
  "Invalid cursor: pass `next` from a previous page of this list, or the id of one of its entries",
);

export type ConversationRoutesParts = Pick<
  ConsoleParts,
  | "conversations"
  | "ownership"
  | "owners"
  | "inbox"
  | "outbox"
  | "live"
  | "typingSessions"
  | "drafts"
>;

/** Routes to read conversations and to write messages. All require a session. */
export function conversationRoutes(parts: ConversationRoutesParts): Router {
  const { conversations, ownership, inbox, outbox, typingSessions } = parts;
  const router = Router();

  router
    .route("/conversations")
    .get(async (request, response) => {
      const [list, filter] = [listIn(request.query), filterIn(request.query)];
      if (list === null) return sendRefusal(response, invalidList);
      if (filter === null) return sendRefusal(response, invalidFilter);
      const { id } = accountOf(response);
      if (list !== "all" || !isUnlimited(filter)) {
        const name = JSON.stringify([id, list, filter]);
        const before = startOfList(name, request.query["before"]);
        if (before === undefined) return sendRefusal(response, invalidCursor);
        const page = await inbox.page(id, list, filter, { before, limit: conversationsPerPage });
        return void response.json({ ...page, next: sealCursor(name, page.next) });
      }
      const before = await startOfConversations(conversations, request.query["before"]);
      if (before === undefined) return sendRefusal(response, invalidCursor);
      if (before === "end") return void response.json({ conversations: [], next: null });
      const page = await filledPage((request) => conversations.list(request), {
        before,
        limit: conversationsPerPage,
      });
      const views = await inbox.views(id, page.items);
      response.json({ conversations: views, next: sealCursor(allConversations, page.next) });
    })
    .all(methodNotAllowed("GET"));

  router
    .route("/conversations/:id")
    .get(async (request, response) => {
      const conversation = await conversations.find(request.params.id);
      if (conversation === null)
        return sendRefusal(response, await ownership.absenceOf(request.params.id));
      const [view] = await inbox.views(accountOf(response).id, [conversation]);
      response.json(view);
    })
    .all(methodNotAllowed("GET"));

  router
    .route("/conversations/:id/messages")
    .all(knownConversation(parts))
    .get(async (request, response) => {
      const { id } = request.params;
      const before = startOfMessages(id, request.query["before"]);
      if (before === undefined) return sendRefusal(response, invalidCursor);
      const page = await conversations.messages(id, { before, limit: messagesPerPage });
      const messages = page.items.map(viewOfStored);
      const changes = ownership.isShared && before === null ? await ownerLines(parts, id) : null;
      const next = sealCursor(id, page.next);
      response.json({ messages, next, ...(changes !== null && { changes }) });
    })
    .post(async (request, response) => {
      const conversationId = request.params.id;
      const [idempotencyKey = null, ...further] = request.headersDistinct["idempotency-key"] ?? [];
      if (further.length > 0) return sendRefusal(response, severalKeys);
      const draft = sentDraftFrom(request.get("parley-draft"));
      if (draft === undefined)
        return sendRefusal(response, invalidRequest("Parley-Draft", sentRule));
      const answer = await outbox.send({
        conversationId,
        idempotencyKey,
        sender: { name: accountOf(response).name },
        message: fieldsOf(request),
      });
      if (!answer.accepted) return sendRefusal(response, answer.refusal);
      const messages = await sentMessages(parts, conversationId, answer.sequence);
      for (const message of messages) {
        parts.live.publish({ type: "message", data: { conversationId, message } });
      }
      // If this fails, the page repeats the message by its key, and the draft goes then.
      if (draft !== null) await parts.drafts.sent(accountOf(response).id, conversationId, draft);
      response.status(202).json(viewOfSent(answer, messages));
    })
    .all(methodNotAllowed("GET, POST"));

  router
    .route("/conversations/:id/messages/:message/resend")
    .all(knownConversation(parts))
    .post(async (request, response) => {
      const { id, message } = request.params;
      if (!/^[1-9]\d{0,14}$/.test(message)) return sendRefusal(response, notFound);
      const answer = await outbox.sendAgain(id, Number(message));
      if (!answer.accepted) return sendRefusal(response, answer.refusal);
      response.status(202).json(viewOfSent(answer, []));
    })
    .all(methodNotAllowed("POST"));

  router
    .route("/conversations/:id/typing")
    .all(knownConversation(parts), ownConversation(parts))
    .post((request, response) => {
      const { type } = fieldsOf(request);
      if (type !== "typein" && type !== "typeout") {
        return sendRefusal(response, invalidRequest("type", "typein or typeout is expected"));
      }
      typingSessions.typed(sessionOf(response), String(request.params["id"]), type);
      response.status(202).json({});
    })
    .all(methodNotAllowed("POST"));

  return router;
}

const severalKeys = invalidRequest("Idempotency-Key", "at most one is expected");

type Handler = RequestHandler<{ id: string }>;

/** Passes what may be sent on to the core, which says itself that a conversation belongs to another agent app. */
function knownConversation({ conversations, ownership }: ConversationRoutesParts): Handler {
  return async (request, response, next) => {
    const { id } = request.params;
    if ((await conversations.find(id)) !== null) return next();
    const refusal = await ownership.absenceOf(id);
    if (refusal === unknownConversation || request.method !== "POST")
      return sendRefusal(response, refusal);
    next();
  };
}

function ownConversation({ conversations, ownership }: ConversationRoutesParts): Handler {
  return async (request, response, next) => {
    if (!ownership.isShared) return next();
    const conversation = await conversations.find(request.params.id);
    if (conversation !== null && ownership.answeredBy(conversation) === null) return next();
    sendRefusal(response, notOwner);
  };
}

/** Reads the message back from the store: core may have shortened or split it. */
async function sentMessages(
  { conversations }: ConversationRoutesParts,
  conversationId: string,
  fromSequence: number,
): Promise<readonly MessageView[]> {
  const page = await conversations.messages(conversationId, {
    before: null,
    limit: messagesPerPage,
  });
  return page.items
    .filter(({ direction, sequence }) => direction === "outbound" && sequence >= fromSequence)
    .map(viewOfStored);
}

/** The page shows the messages from this answer. Its event stream may be dead. */
function viewOfSent(
  { sequence, warnings }: SendAnswer & { readonly accepted: true },
  messages: readonly MessageView[],
): object {
  return { id: String(sequence), warnings, messages };
}
