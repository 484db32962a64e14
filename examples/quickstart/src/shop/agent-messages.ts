import express, { type Request, type RequestHandler, type Response, Router } from "express";
import type { Trouble, WireMessage } from "./entry.ts";
import { serversOnly } from "./request-source.ts";
import type { Visitors } from "./visitors.ts";

interface AgentEnvelope {
  readonly sender: { readonly name: string };
  readonly recipient: { readonly id: string | number };
  readonly message: WireMessage;
}

/** Where agent messages arrive: `POST /agent-messages/<channel>` (§4.3). */
export function agentMessages(visitors: Visitors, trouble: () => Trouble): Router {
  const router = Router();
  const doors = [serversOnly, troubled(trouble), readJson];
  router.post("/agent-messages/:channel", doors, (request: Request, response: Response) => {
    const envelope = readEnvelope(request.body);
    if (envelope === null) return refuse(response, 1, "This is no agent message.");
    take(visitors, envelope);
    response.json({ result: "ok" });
  });
  return router;
}

const readJson = express.json({ limit: "256kb", type: () => true });

function troubled(trouble: () => Trouble): RequestHandler {
  return (request, response, next) => {
    const { mode, description } = trouble();
    if (mode === "works") return next();
    if (mode === "refuses") return refuse(response, 2, description);
    if (mode === "fails") return void response.status(500).type("text").send("Something broke.");
    if (mode === "down") request.socket.destroy();
    // "hangs": no answer at all.
  };
}

/** The failure shape of §4.3. */
function refuse(response: Response, code: number, message: string): void {
  response.json({ error: { code, message } });
}

function readEnvelope(body: unknown): AgentEnvelope | null {
  const { sender, recipient, message } = (body ?? {}) as Partial<AgentEnvelope>;
  const complete =
    typeof sender?.name === "string" &&
    ["string", "number"].includes(typeof recipient?.id) &&
    typeof message?.type === "string" &&
    (isTyping(message) || (typeof message.id === "string" && message.id !== ""));
  return complete ? (body as AgentEnvelope) : null;
}

function take(visitors: Visitors, { sender, recipient, message }: AgentEnvelope): void {
  const visitor = String(recipient.id);
  if (isTyping(message)) {
    return visitors.agentTypes(visitor, message.type === "typein");
  }
  visitors.agentTypes(visitor, false);
  // It may come more than once: then it takes the place of the one with its id.
  const at = Date.now();
  const entry = {
    from: "agent",
    author: sender.name,
    message,
    at,
    state: "sent",
    remark: null,
  } as const;
  visitors.say(visitor, entry);
}

/** Nothing else of such a message counts (§4.3). */
function isTyping({ type }: WireMessage): boolean {
  return type === "typein" || type === "typeout";
}
