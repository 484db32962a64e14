import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Gateway } from "@parley/core";
import type { AgentApp } from "./agent-app.ts";

/** The agent app's door: what a plugin does with its webhook. */
export async function answerAgent(
  { outbox }: Gateway,
  { conversations }: AgentApp,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { visitor, id, text: words } = JSON.parse(await text(request)) as Record<string, string>;
  const answer = await outbox.send({
    conversationId: conversations.get(visitor ?? "") ?? "",
    idempotencyKey: id ?? null,
    sender: { name: "Grace Hopper" },
    message: { type: "text", text: words ?? "" },
  });
  const body = answer.accepted ? `{"result":"ok"}` : JSON.stringify(answer.refusal);
  response.writeHead(answer.accepted ? 200 : 503, { "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}
