import type { Message } from "@parley/client";
import { createSession } from "better-sse";
import express, { type Request, type Response, Router } from "express";
import {
  type Entry,
  type Trouble,
  type TroubleMode,
  troubleModes,
  type WireMessage,
} from "./entry.ts";
import type { GatewayLink } from "./gateway-link.ts";
import { ownPageOnly } from "./request-source.ts";
import type { Push, Visitors } from "./visitors.ts";

/** Heartbeat interval. It is an event, since pages cannot see comments. */
const beatMs = 5_000;

/** Dependencies of the chat window's API. */
export interface ChatApiParts {
  readonly visitors: Visitors;
  readonly gateway: GatewayLink;
  readonly trouble: { get(): Trouble; set(trouble: Trouble): void };
  readonly isAvailable: () => boolean;
}

/** The chat window's own small API. A real shop designs its own. */
export function chatApi(parts: ChatApiParts): Router {
  const router = Router();
  router.use(ownPageOnly, express.json({ limit: "32kb" }));
  router.param("visitor", (_request, response, next, id: string) => {
    if (/^[A-Za-z0-9_-]{1,64}$/.test(id)) return next();
    badRequest(response, "The visitor id is not valid.");
  });
  router.head("/visitors/:visitor/events", (_request, response) => {
    response.type("text/event-stream").end();
  });
  router.get("/visitors/:visitor/events", (request, response) =>
    openStream(parts, request, response),
  );
  router.post("/visitors/:visitor/messages", (request, response) =>
    takeMessage(parts, request, response),
  );
  router.post("/visitors/:visitor/typing", async (request, response) => {
    const typing = (request.body as { typing?: unknown } | undefined)?.typing === true;
    await parts.gateway.typing(request.params.visitor, typing);
    response.status(202).json({});
  });
  router.put("/trouble", (request, response) => {
    const { mode, description } = (request.body ?? {}) as Partial<Trouble>;
    if (!troubleModes.includes(mode as TroubleMode))
      return badRequest(response, "There is no such mode.");
    const { description: before } = parts.trouble.get();
    parts.trouble.set({
      mode: mode as TroubleMode,
      description: typeof description === "string" ? description : before,
    });
    response.json({});
  });
  return router;
}

async function openStream(
  { visitors, trouble, isAvailable }: ChatApiParts,
  request: Request<{ visitor: string }>,
  response: Response,
): Promise<void> {
  // better-sse's own keep-alive would keep writing to a page that left before this resolves.
  const session = await createSession(request, response, { keepAlive: null, retry: 1_000 });
  if (response.destroyed) return;
  const push: Push = (name, data) => {
    if (session.isConnected) session.push(data, name);
  };
  push("trouble", trouble.get());
  push("availability", { available: isAvailable() });
  const leave = visitors.join(request.params.visitor, push);
  const beat = setInterval(() => response.write("event:beat\ndata:{}\n\n"), beatMs);
  session.once("disconnected", () => {
    clearInterval(beat);
    leave();
  });
}

interface Draft {
  readonly sender?: Readonly<Record<string, unknown>>;
  readonly message?: WireMessage;
}

async function takeMessage(
  { visitors, gateway }: ChatApiParts,
  request: Request<{ visitor: string }>,
  response: Response,
): Promise<void> {
  const { visitor } = request.params;
  const { sender, message } = (request.body ?? {}) as Draft;
  if (typeof message?.id !== "string" || typeof message.type !== "string") {
    return badRequest(response, "A message with an id and a type is expected.");
  }
  const entry: Entry = {
    from: "visitor",
    author: null,
    message,
    at: Date.now(),
    state: "sending",
    remark: null,
  };
  visitors.say(visitor, entry);
  const { accepted, remark } = await gateway.send({
    sender: { ...sender, id: visitor },
    // The gateway validates it, so it is passed on unchanged.
    message: message as object as Message,
  });
  const taken: Entry = { ...entry, state: accepted ? "sent" : "failed", remark };
  visitors.say(visitor, taken);
  response.status(202).json({ entry: taken });
}

function badRequest(response: Response, message: string): void {
  response.status(400).json({ error: { message } });
}
