import type { Request } from "express";
import { invalidRequest } from "../../http/failure.ts";
import { type InboxListName, inboxListNames } from "./inbox-list.ts";
import type { InboxFilter } from "./inbox-lists.ts";

export const invalidList = invalidRequest(
  "list",
  `one of ${inboxListNames.join(", ")} is expected`,
);
export const invalidFilter = invalidRequest(
  "channel, from, to",
  "a channel's id, and instants in epoch milliseconds are expected",
);

type Query = Request["query"];

/** `null`: no such list. */
export function listIn({ list = "all" }: Query): InboxListName | null {
  return inboxListNames.find((name) => name === list) ?? null;
}

/** `null`: a field has another form. An empty field does not limit. */
export function filterIn({ channel, from, to }: Query): InboxFilter | null {
  const [channelId, start, end] = [textIn(channel), instantIn(from), instantIn(to)];
  if (channelId === undefined || start === undefined || end === undefined) return null;
  return { channelId, from: start, to: end };
}

export function isUnlimited({ channelId, from, to }: InboxFilter): boolean {
  return channelId === null && from === null && to === null;
}

/** `undefined`: not a single text of a channel's length. */
function textIn(value: unknown): string | null | undefined {
  if (value === undefined || value === "") return null;
  return typeof value === "string" && value.length <= 200 && !value.includes("\0")
    ? value
    : undefined;
}

function instantIn(value: unknown): number | null | undefined {
  if (value === undefined || value === "") return null;
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
