import type { RequestListener } from "node:http";
import type { Gateway } from "@parley/core";
import { webhookNode } from "@parley/ingress-node";
import type { AgentApp } from "./agent-app.ts";

/** The agent app's endpoint, as a plugin would have it for its webhook. */
export function agentDoorOf({ outbox }: Gateway, { conversations }: AgentApp): RequestListener {
  return webhookNode(({ json }) => {
    const { visitor, id, text: words } = json() as Record<string, string>;
    return outbox.send({
      conversationId: conversations.get(visitor ?? "") ?? "",
      idempotencyKey: id ?? null,
      sender: { name: "Grace Hopper" },
      message: { type: "text", text: words ?? "" },
    });
  });
}
