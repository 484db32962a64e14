import { hash } from "node:crypto";
import { dedupeWindowMs, type InboundAppend } from "@parley/core";
import { bodyOf } from "../load/body.ts";
import type { Told } from "../load/text.ts";

interface VisitorBody {
  readonly sender: { readonly id: string; readonly name: string };
  readonly message: { readonly type: string; readonly text: string; readonly id: string };
}

/** The inbox's append for a body that `load` sends. The conversation's id contains the writer's number. */
export function visitorAppend(channel: number, told: Told): InboundAppend {
  const { sender, message } = JSON.parse(bodyOf("visitor", told)) as VisitorBody;
  const { type, text, id } = message;
  return {
    kind: "inbound",
    channelKey: `key-of-channel-${channel}`,
    channelId: `shop-${channel}`,
    visitorKey: sender.id,
    visitorId: JSON.stringify(sender.id),
    candidateId: conversationOf(told.writer),
    backend: "default",
    mayCreate: true,
    profile: { name: sender.name },
    messages: [JSON.stringify({ type, text, id })],
    identity: {
      messageId: hash("sha256", id, "hex"),
      content: hash("sha256", JSON.stringify({ type, text }), "hex"),
      windowMs: dedupeWindowMs,
    },
  };
}

/** As long as a gateway's ids. */
export function conversationOf(writer: number): string {
  return `c${String(writer).padStart(15, "0")}`;
}

/** The writer of a conversation. */
export function writerOf(conversationId: string): number {
  return Number(conversationId.slice(1));
}
