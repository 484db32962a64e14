import {
  type Conversation,
  type Conversations,
  type OwnedConversations,
  type OwnedQuery,
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

/** The ports that operations about conversations call. */
export interface ConversationPorts {
  readonly conversations: Conversations;
  readonly ownedConversations: OwnedConversations;
}

/** `/conversations`, `/visitors` and `/export`: reading and erasing messages. */
export function conversationOperations(ports: ConversationPorts): readonly Operation[] {
  const { conversations } = ports;
  return [
    operation({
      id: "listConversations",
      method: "GET",
      path: "/conversations",
      tag,
      summary:
        "Conversations, newest activity first; of one channel, of one visitor of it, or of one owner.",
      query: ConversationListQuery,
      answer: json(200, "A page of conversations.", ConversationList),
      handle: async ({ query }) => {
        const { channel, visitor } = query;
        if (visitor !== undefined && channel === undefined)
          return refused(refuse("invalidRequest", { detail: visitorNeedsChannel }));
        const page = await readPage("conversations", query, (part) =>
          channel !== undefined && visitor !== undefined
            ? ofVisitor(conversations, channel, visitor, query)
            : listOf(ports, query, part),
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
        return found === null ? refused(noConversation) : done(conversationViewOf(found));
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
        if (found === null) return refused(noConversation);
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
        return found === null
          ? refused(noConversation)
          : done(exportedLines(conversations, [found]));
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
        (await conversations.erase(params["id"] ?? ""))
          ? done({ erased: 1 })
          : refused(noConversation),
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
export const noConversation: Refusal = {
  ...refuse("unknownConversation"),
  message: "There is no such conversation. Nothing was changed.",
};

/** How a query names the conversations of nobody. No agent app can have this name. */
const nobody = "-";

function ownedQueryOf({ backend, assignee }: ConversationListQuery): OwnedQuery {
  return {
    ...(backend !== undefined && { backends: [backend === nobody ? null : backend] }),
    ...(assignee !== undefined && { assignee }),
  };
}

async function ofVisitor(
  conversations: Conversations,
  channelId: string,
  visitor: string,
  query: ConversationListQuery,
): Promise<Page<Conversation>> {
  const { backends, assignee } = ownedQueryOf(query);
  const found = await conversations.findVisitor(channelId, visitorTextOf(visitor));
  if (found === null) return { items: [], next: null };
  const { owner } = found;
  const isOwned =
    (backends?.includes(owner.backend) ?? true) && owner.assignee === (assignee ?? owner.assignee);
  return { items: isOwned ? [found] : [], next: null };
}

/** The store's lists have no channel filter. Scans pages until one contains a match; `next` continues there. */
async function listOf(
  { conversations, ownedConversations }: ConversationPorts,
  query: ConversationListQuery,
  request: PageRequest,
): Promise<Page<Conversation>> {
  const owned = ownedQueryOf(query);
  const isOfOwner = Object.keys(owned).length > 0;
  const read = (part: PageRequest) =>
    isOfOwner ? ownedConversations.list(owned, part) : conversations.list(part);
  const { channel } = query;
  let page = await read(request);
  if (channel === undefined) return page;
  for (let pages = 1; ; pages += 1) {
    const items = page.items.filter(({ channelId }) => channelId === channel);
    if (items.length > 0 || page.next === null || pages >= mostPages)
      return { items, next: page.next };
    page = await read({ ...request, before: page.next });
  }
}
