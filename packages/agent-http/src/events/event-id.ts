import type { Random } from "@parley/core";

const typingCharacters = 12;

/**
 * The lanes of an app within a conversation. Each has one event at a time.
 * `inbound`: messages, and that the conversation came. `notices`: delivered messages, and that it went.
 */
export type EventLane = "inbound" | "reports" | "notices" | "erased";

/** Where an event waits. */
export interface EventPlace {
  readonly conversationId: string;
  readonly lane: EventLane;
}

const form =
  /^([A-Za-z0-9_-]{1,32})\.(?:\d{1,16}(?:\.(report|delivered|owner|former-owner))?|(erased))$/;

const lanes: Readonly<Record<string, EventLane>> = {
  report: "reports",
  delivered: "notices",
  owner: "inbound",
  "former-owner": "notices",
};

/** Reads an event's id, which may be any text; `null`: no event that is acknowledged has it. */
export function placeOf(eventId: string): EventPlace | null {
  const [, conversationId, suffix, erased] = form.exec(eventId) ?? [];
  if (conversationId === undefined) return null;
  if (erased !== undefined) return { conversationId, lane: "erased" };
  return { conversationId, lane: suffix === undefined ? "inbound" : (lanes[suffix] ?? "inbound") };
}

export function reportId(deliveryId: string): string {
  return `${deliveryId}.report`;
}

export function deliveredId(deliveryId: string): string {
  return `${deliveryId}.delivered`;
}

export function ownerId(conversationId: string, fence: number, isNewOwner: boolean): string {
  return `${conversationId}.${fence}.${isNewOwner ? "owner" : "former-owner"}`;
}

export function erasedId(conversationId: string): string {
  return `${conversationId}.erased`;
}

/** Typing is not acknowledged, so its id only tells repeats apart. */
export function typingId(conversationId: string, random: Random): string {
  return `${conversationId}.typing.${random.token(typingCharacters)}`;
}
