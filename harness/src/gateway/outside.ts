import { hash } from "node:crypto";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { DeliveryReport, VisitorEvent } from "@parley/core";
import { Ledger } from "./ledger.ts";

/** The world around the gateways, in a process that is not killed: the agent app and the integrating system. */
export interface Outside {
  readonly agentUrl: string;
  readonly shopUrl: string;
  /** Visitor → agent app. */
  readonly inbound: Ledger;
  /** Agent → integrating system. */
  readonly outbound: Ledger;
  /** Texts that the integrating system answered positively, and when it first did, by the monotonic clock. */
  readonly positive: ReadonlyMap<string, number>;
  /** Visitor → conversation, as the agent app learned it. */
  readonly conversations: ReadonlyMap<string, string>;
  /** Delivery ids whose failure was reported, and when that was first done. */
  readonly reports: ReadonlyMap<string, number>;
  /** A message of a visitor has come to an agent app. Answers how often its text has come by now. */
  hear(message: HeardMessage): number;
  /** An agent app was told that a message was not delivered. */
  hearReport(deliveryId: string): void;
  close(): Promise<void>;
}

/** A visitor's message, as an agent app has got it. */
export interface HeardMessage {
  readonly visitor: string;
  readonly conversationId: string;
  readonly text: string;
  /** The same each time that the message comes. */
  readonly body: string;
}

/** `null` closes the connection without an answer. */
type Answer = {
  readonly status: number;
  readonly body: string;
  readonly afterMs?: number;
} | null;

const taken: Answer = { status: 200, body: '{"result":"ok"}' };
const takenSlowly: Answer = { ...taken, afterMs: 1_500 };
const rejected: Answer = { status: 200, body: '{"error":{"code":1,"message":"closed"}}' };
const failing: Answer = { status: 500, body: "{}" };

/** Both sides fail or take their time now and then, which is part of the load. */
export async function openOutside(): Promise<Outside> {
  const inbound = new Ledger();
  const outbound = new Ledger();
  const positive = new Map<string, number>();
  const conversations = new Map<string, string>();
  const reports = new Map<string, number>();
  const hear: Outside["hear"] = ({ visitor, conversationId, text, body }) => {
    conversations.set(visitor, conversationId);
    return inbound.arrive(visitor, text, body);
  };
  const hearReport = (deliveryId: string): void => noteFirst(reports, deliveryId);
  const agent = await serve((path, body) => {
    if (path === "/report") {
      hearReport((JSON.parse(body) as DeliveryReport).deliveryId);
      return taken;
    }
    const { visitor, conversationId, message } = JSON.parse(body) as VisitorEvent;
    const text = message.type === "text" ? message.text : "";
    const heard = { visitor: visitor.id, conversationId, text, body: sameEachTime(body) };
    return agentAnswer(text, hear(heard));
  });
  const shop = await serve((_, body) => {
    const { recipient, message } = JSON.parse(body) as WireBody;
    const times = outbound.arrive(recipient.id, message.text, body);
    const answer = shopAnswer(message.text, times);
    if (answer?.body === taken?.body) noteFirst(positive, message.text);
    return answer;
  });
  const close = async (): Promise<void> => {
    for (const server of [agent, shop]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  };
  const urls = { agentUrl: urlOf(agent), shopUrl: urlOf(shop) };
  const seen = { inbound, outbound, positive, conversations, reports };
  return { ...urls, ...seen, hear, hearReport, close };
}

interface WireBody {
  readonly recipient: { readonly id: string };
  readonly message: { readonly text: string };
}

function noteFirst(instants: Map<string, number>, key: string): void {
  if (!instants.has(key)) instants.set(key, performance.now());
}

function agentAnswer(text: string, times: number): Answer {
  const drawn = chance(text);
  if (times > 1 || drawn >= 35) return taken;
  return drawn < 16 ? failing : takenSlowly;
}

function shopAnswer(text: string, times: number): Answer {
  const drawn = chance(text);
  if (drawn < 10) return rejected;
  if (drawn < 15) return failing;
  if (drawn < 27 && times === 1) return failing;
  if (drawn < 35 && times === 1) return null;
  return drawn < 115 && times === 1 ? takenSlowly : taken;
}

/** 0 to 999, the same for the same text. */
function chance(text: string): number {
  return Number.parseInt(hash("sha1", text).slice(0, 8), 16) % 1_000;
}

async function serve(answer: (path: string, body: string) => Answer): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const given = answer(request.url ?? "", Buffer.concat(chunks).toString("utf8"));
      if (given?.afterMs === undefined) give(response, given);
      else setTimeout(() => give(response, given), given.afterMs);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function give(response: ServerResponse, answer: Answer): void {
  if (answer === null) response.destroy();
  else response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * An event without what differs from call to call: whose turn it is, whether it may be a repeat, and the owner's fence, of
 * which earlier versions tell nothing.
 */
function sameEachTime(body: string): string {
  const read = JSON.parse(body) as VisitorEvent;
  const { turn: _turn, mayBeRepeat: _mayBeRepeat, fence: _fence, ...event } = read;
  return JSON.stringify(event);
}
