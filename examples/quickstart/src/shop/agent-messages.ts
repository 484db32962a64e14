import { createReceiver } from "@parley/client";
import { nodeHandler } from "@parley/client/node";
import { type RequestHandler, Router } from "express";
import type { Trouble, WireMessage } from "./entry.ts";
import { serversOnly } from "./request-source.ts";
import type { Visitors } from "./visitors.ts";

/** Where agent messages arrive: `POST /agent-messages/<channel>` (§4.3). */
export function agentMessages(visitors: Visitors, trouble: () => Trouble): Router {
  const say = (visitor: string, author: string, message: WireMessage): void => {
    visitors.agentTypes(visitor, false);
    const about = { from: "agent", at: Date.now(), state: "sent", remark: null } as const;
    visitors.say(visitor, { ...about, author, message });
  };
  const receiver = createReceiver({
    onMessage: ({ recipient, sender, message }) => say(recipient.id, sender.name, { ...message }),
    onUnknownType: ({ recipient, sender, message }) => say(recipient.id, sender.name, message),
    onTyping: ({ recipient, type }) => visitors.agentTypes(recipient.id, type === "typein"),
  });
  const router = Router();
  router.post("/agent-messages/:channel", serversOnly, troubled(trouble), nodeHandler(receiver));
  return router;
}

function troubled(trouble: () => Trouble): RequestHandler {
  return (request, response, next) => {
    const { mode, description } = trouble();
    if (mode === "works") return next();
    if (mode === "refuses") return void response.json({ error: { code: 2, message: description } });
    if (mode === "fails") return void response.status(500).type("text").send("Something broke.");
    if (mode === "down") request.socket.destroy();
    // "hangs": no answer at all.
  };
}
