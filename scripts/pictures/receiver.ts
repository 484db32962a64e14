import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { refusedVisitor, silentVisitor } from "./visitors.ts";

/** The integrating system of the channel `outlet`. */
export interface Receiver {
  readonly url: string;
  close(): void;
}

/** Refuses messages to one visitor, never answers those to another, and takes all others. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const { recipient } = (await json(request)) as { readonly recipient: { readonly id: string } };
    if (recipient.id === silentVisitor) return;
    const message = "The customer has left the shop and ended the chat.";
    const isRefused = recipient.id === refusedVisitor;
    const answer = isRefused ? { error: { code: 7, message } } : { result: "ok" };
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/agent-messages`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
