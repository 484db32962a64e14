import type { IncomingMessage, ServerResponse } from "node:http";
import type { Gateway } from "@parley/core";
import type { AgentApp } from "./agent-app.ts";

/** The agent app's door: what a plugin does with its webhook. */
export async function answerAgent(
  { outbox }: Gateway,
  { conversations }: AgentApp,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { visitor, id, text: words } = JSON.parse(await bodyOf(request)) as Record<string, string>;
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

function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => resolve(Buffer.concat(chunks).toString()))
      .on("error", reject);
  });
}
