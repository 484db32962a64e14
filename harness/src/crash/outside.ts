import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { DeliveryReport, VisitorEvent } from "@parley/core";
import { Ledger } from "./ledger.ts";

/** The world around the gateway, in a process that is not killed: the agent app and the integrating system. */
export interface Outside {
  readonly agentUrl: string;
  readonly shopUrl: string;
  /** Visitor → agent app. */
  readonly inbound: Ledger;
  /** Agent → integrating system. */
  readonly outbound: Ledger;
  /** Texts that the integrating system answered positively. */
  readonly positive: ReadonlySet<string>;
  /** Delivery id → text, as answered to the agent app. */
  readonly sent: Map<string, string>;
  /** Visitor → conversation, as the agent app learned it. */
  readonly conversations: ReadonlyMap<string, string>;
  /** Delivery ids whose failure was reported, to be matched once every answer is in. */
  readonly reports: ReadonlySet<string>;
  close(): Promise<void>;
}

export async function openOutside(): Promise<Outside> {
  const inbound = new Ledger();
  const outbound = new Ledger();
  const positive = new Set<string>();
  const conversations = new Map<string, string>();
  const reports = new Set<string>();
  const agent = await serve((path, body) => {
    if (path === "/report") {
      reports.add((JSON.parse(body) as DeliveryReport).deliveryId);
      return '{"result":"ok"}';
    }
    const event = JSON.parse(body) as VisitorEvent;
    conversations.set(event.visitor.id, event.conversationId);
    if ("text" in event.message)
      inbound.arrive(event.visitor.id, event.message.text ?? "", event.id);
    return '{"result":"ok"}';
  });
  const shop = await serve((_, body) => {
    const { recipient, message } = JSON.parse(body) as {
      recipient: { id: string };
      message: { text: string };
    };
    outbound.arrive(recipient.id, message.text, body);
    const number = Number(message.text.slice(message.text.lastIndexOf("-") + 1));
    if (number % 97 === 13) return '{"error":{"code":1,"message":"closed"}}';
    positive.add(message.text);
    return '{"result":"ok"}';
  });
  return {
    agentUrl: urlOf(agent),
    shopUrl: urlOf(shop),
    inbound,
    outbound,
    positive,
    sent: new Map(),
    conversations,
    reports,
    close: async () => {
      for (const server of [agent, shop]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function serve(answer: (path: string, body: string) => string): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.setHeader("content-type", "application/json");
      response.end(answer(request.url ?? "", Buffer.concat(chunks).toString("utf8")));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
