import type { CannedReply, ReplyChange } from "../../src/replies/canned-replies.ts";
import { call } from "../api/call.ts";

export type { CannedReply };

const of = (id: string): string => `/replies/${encodeURIComponent(id)}`;

/** Canned replies: the shared ones and the agent's own. */
export const replyApi = {
  list: () => call<{ readonly replies: readonly CannedReply[] }>("GET", "/replies"),
  add: (reply: Pick<CannedReply, "shortcut" | "text" | "shared">) =>
    call<CannedReply>("POST", "/replies", reply),
  change: (id: string, change: ReplyChange) => call<CannedReply>("PATCH", of(id), change),
  remove: (id: string) => call("DELETE", of(id)),
};
