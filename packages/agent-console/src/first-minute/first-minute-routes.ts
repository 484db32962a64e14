import type { Conversations } from "@parley/core";
import { Router } from "express";
import type { ConsoleParts } from "../console-parts.ts";
import type { FirstMinute } from "./first-minute.ts";
import { methodNotAllowed } from "../http/failure.ts";
import { firstItems } from "../http/filled-page.ts";
import { accountOf } from "../http/guards.ts";

/** What a page shows until the first chat. */
export interface FirstMinuteView {
  /** Whether an agent's message has ever reached a visitor. */
  readonly chatted: boolean;
  /** Whether the agent's name was made up, and should be chosen. */
  readonly asksName: boolean;
  /** A page from which a visitor can write; `null` when the host has none. */
  readonly shopUrl: string | null;
}

export type FirstMinuteParts = Pick<ConsoleParts, "firstMinute" | "conversations" | "shopUrl">;

/** How many conversations and messages are searched for an earlier chat. */
const searched = 20;

export function firstMinuteRoutes(parts: FirstMinuteParts): Router {
  const { firstMinute, conversations, shopUrl } = parts;
  const router = Router();
  router
    .route("/first-minute")
    .get(async (_request, response) => {
      const view: FirstMinuteView = {
        chatted: await hasChatted(firstMinute, conversations),
        asksName: await firstMinute.asksName(accountOf(response).id),
        shopUrl,
      };
      response.json(view);
    })
    .all(methodNotAllowed("GET"));
  return router;
}

/** A gateway of an earlier version may have chatted without remembering it. */
async function hasChatted(
  firstMinute: FirstMinute,
  conversations: Conversations,
): Promise<boolean> {
  if (await firstMinute.hasChatted()) return true;
  const newest = await firstItems((request) => conversations.list(request), searched);
  for (const { id } of newest) {
    const { items: messages } = await conversations.messages(id, { before: null, limit: searched });
    const isAnswered = messages.some(
      ({ direction, state }) => direction === "outbound" && state === "delivered",
    );
    if (!isAnswered) continue;
    await firstMinute.rememberChat();
    return true;
  }
  return false;
}
