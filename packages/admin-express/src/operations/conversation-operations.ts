import {
  type Conversation,
  type Conversations,
  type Page,
  type PageRequest,
  type Refusal,
  refuse,
} from "@parley/core";
import {
  ConversationList,
  ConversationListQuery,
  ConversationView,
  Erased,
  MessageList,
  VisitorRequest,
} from "../api/conversation.ts";
import { ExportLine, ExportQuery } from "../api/export.ts";
import { PageQuery } from "../api/page.ts";
import { conversationViewOf, messageViewOf } from "../views/conversation-view.ts";
import { eraseVisitor } from "../erase-visitor.ts";
import { allConversations, exportedLines } from "../http/exported-lines.ts";
import { done, json, lines, type Operation, operation, refused } from "../operation.ts";
import { readPage } from "../http/page-request.ts";
import { visitorTextOf } from "../views/visitor-text.ts";

const tag = "conversations";
/** Maximum number of pages that one request scans for a channel's conversations. */
const mostPages = 20;

/** `/conversations`, `/visitors` and `/export`: reading and erasing messages. */
export function conversationOperations(conversations: Conversations): readonly Operation[] {
  return [
    operation({
      id: "listConversations",
      method: "GET",
      path: "/conversations",
      tag,
      summary: "Conversations, newest activity first; of one channel, or of one visitor of it.",
      query: ConversationListQuery,
      answer: json(200, "A page of conversations.", ConversationList),
      handle: async ({ query }) => {
        const { channel, visitor } = query;
        if (visitor !== undefined && channel === undefined)
          return refused(refuse("invalidRequest", { detail: visitorNeedsChannel }));
        const page = await readPage("conversations", query, (part) =>
          channel !== undefined && visitor !== undefined
            ? ofVisitor(conversations, channel, visitor)
            : listOf(conversations, channel ?? null, part),
        );
        if (!page.done) return page;
        const { items, next } = page.value;
        return done({ conversations: items.map(conversationViewOf), next });
      },
    }),
    operation({
      id: "showConversation",
      method: "GET",
      path: "/conversations/:id",
      tag,
      summary: "One conversation.",
      answer: json(200, "The conversation.", ConversationView),
      refusals: ["unknownConversation"],
      handle: async ({ params }) => {
        const found = await conversations.find(params["id"] ?? "");
        return found === null ? refused(unknown) : done(conversationViewOf(found));
      },
    }),
    operation({
      id: "listMessages",
      method: "GET",
      path: "/conversations/:id/messages",
      tag,
      summary: "Messages of one conversation.",
      query: PageQuery,
      answer: json(200, "A page of messages.", MessageList),
      refusals: ["unknownConversation"],
      handle: async ({ params, query }) => {
        const found = await conversations.find(params["id"] ?? "");
        if (found === null) return refused(unknown);
        const page = await readPage(`messages ${found.id}`, query, (part) =>
          conversations.messages(found.id, part),
        );
        if (!page.done) return page;
        return done({ messages: page.value.items.map(messageViewOf), next: page.value.next });
      },
    }),
    operation({
      id: "exportConversation",
      method: "GET",
      path: "/conversations/:id/export",
      tag,
      summary:
        "One conversation as JSON lines. Without the `end` line it is incomplete. An empty line says that more will follow.",
      answer: lines("A line each.", ExportLine),
      refusals: ["unknownConversation"],
      handle: async ({ params }) => {
        const found = await conversations.find(params["id"] ?? "");
        return found === null ? refused(unknown) : done(exportedLines(conversations, [found]));
      },
    }),
    operation({
      id: "exportConversations",
      method: "GET",
      path: "/export",
      tag,
      summary:
        "All conversations, or those of one channel, as JSON lines that close with `end`. One with a new message meanwhile may come twice.",
      query: ExportQuery,
      answer: lines("A line each.", ExportLine),
      handle: async ({ query }) =>
        done(exportedLines(conversations, allConversations(conversations, query.channel ?? null))),
    }),
    operation({
      id: "eraseConversation",
      method: "DELETE",
      path: "/conversations/:id",
      tag,
      summary: "Forgets one conversation.",
      answer: json(200, "Number of erased conversations.", Erased),
      refusals: ["unknownConversation"],
      change: { event: "a conversation was erased" },
      handle: async ({ params }) =>
        (await conversations.erase(params["id"] ?? "")) ? done({ erased: 1 }) : refused(unknown),
    }),
    operation({
      id: "eraseVisitor",
      method: "POST",
      path: "/visitors/erase",
      tag,
      summary: "Erases a visitor of a channel, including removed channels that had its id.",
      body: { schema: VisitorRequest, required: true, judge: "schema" },
      answer: json(200, "Number of erased conversations.", Erased),
      change: {
        event: "a visitor was erased",
        fields: ({ body: { channel } }, { erased }) => ({ channelId: channel, erased }),
      },
      handle: async ({ body: { channel, visitor } }) =>
        done({ erased: await eraseVisitor(conversations, channel, visitorTextOf(visitor)) }),
    }),
  ];
}

const visitorNeedsChannel = "visitor: Pass channel as well, since a visitor belongs to one channel";

/** The outcome in core's table is about a message. */
const unknown: Refusal = {
  ...refuse("unknownConversation"),
  message: "There is no such conversation. Nothing was changed.",
};

async function ofVisitor(
  conversations: Conversations,
  channelId: string,
  visitor: string,
): Promise<Page<Conversation>> {
  const found = await conversations.findVisitor(channelId, visitorTextOf(visitor));
  return { items: found === null ? [] : [found], next: null };
}

/** The store's list has no channel filter. Scans pages until one contains a match; `next` continues there. */
async function listOf(
  conversations: Conversations,
  channelId: string | null,
  request: PageRequest,
): Promise<Page<Conversation>> {
  let page = await conversations.list(request);
  if (channelId === null) return page;
  for (let read = 1; ; read += 1) {
    const items = page.items.filter((conversation) => conversation.channelId === channelId);
    if (items.length > 0 || page.next === null || read >= mostPages)
      return { items, next: page.next };
    page = await conversations.list({ ...request, before: page.next });
  }
}
