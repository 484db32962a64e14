import type { IncomingMessage, ServerResponse } from "node:http";
import { type Gateway, type Page, refusalBody, type StoredMessage } from "@parley/core";

/** One message of a conversation's history, as `GET /history` gives it. */
export type HistoryItem = readonly [text: string, state: StoredMessage["state"]];

type Door = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The agent app's way in: `POST /send`, and `GET /history/<conversation>` to look for what was promised. */
export function agentDoor(gateway: Gateway): Door {
  return async (request, response) => {
    try {
      const [status, body] = await answer(gateway, request);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    } catch {
      response.writeHead(503).end("{}");
    }
  };
}

async function answer(gateway: Gateway, request: IncomingMessage): Promise<[number, unknown]> {
  const [, door, conversationId = ""] = (request.url ?? "").split("/");
  if (door === "history") return [200, await history(gateway, conversationId)];
  const chunks = await request.toArray();
  const words = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>;
  const sent = await gateway.outbox.send({
    conversationId: words["conversationId"] ?? "",
    idempotencyKey: words["text"] ?? "",
    sender: { name: "Ann" },
    message: { type: "text", text: words["text"] },
  });
  if (sent.accepted) return [202, { deliveryId: sent.deliveryId }];
  return [sent.refusal.httpStatus, refusalBody(sent.refusal)];
}

/** Oldest first. */
async function history({ conversations }: Gateway, id: string): Promise<HistoryItem[]> {
  const pages: (readonly StoredMessage[])[] = [];
  for (let before: string | null = null, more = true; more;) {
    const page: Page<StoredMessage> = await conversations.messages(id, { before, limit: 200 });
    pages.unshift(page.items);
    before = page.next;
    more = before !== null;
  }
  return pages
    .flat()
    .map(({ message, state }) => [(JSON.parse(message) as { text: string }).text, state]);
}
