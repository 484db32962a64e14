import type { Append } from "./ports/stores/append.ts";

/** Tells the lanes of appends apart. Two appends with the same key must be stored in order. A visitor may have no conversation yet. */
export function laneKeyOf(append: Append): string {
  return append.kind === "inbound"
    ? `${append.channelKey}\n${append.visitorKey}`
    : append.conversationId;
}
