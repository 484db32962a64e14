import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { flushCompileCache } from "node:module";
import type { AddressInfo } from "node:net";
import {
  Bounds,
  createGateway,
  defaultBounds,
  type Gateway,
  type GatewayEvent,
  Observer,
} from "@parley/core";
import { ingressExpress } from "@parley/ingress-express";
import { transportUndici } from "@parley/transport-undici";
import express from "express";
import { ContainerModule } from "inversify";
import { httpAgent } from "../crash/http-agent.ts";
import { agentDoor } from "./agent-door.ts";
import { adaptersAt, type GatewayOptions, type GatewayReady, type Noticed } from "./options.ts";

/** The process that is killed, or whose store is taken away: a gateway of real parts. */
const options = JSON.parse(process.argv[2] ?? "") as GatewayOptions;
let isEnding = false;
const gateway = await createGateway(
  ...adaptersAt(options.place),
  transportUndici({ allowInsecureLoopback: true }),
  httpAgent(options.agentUrl),
  new ContainerModule(({ bind }) => {
    bind(Bounds).toConstantValue({ ...defaultBounds, newConversationsPerMinute: 1_000_000 });
    bind(Observer).toConstantValue({ notice: ({ type }) => void tell(type) });
  }),
);
const ingressPath = await makeChannel(gateway, options.shopUrl);

const app = express().disable("x-powered-by").set("etag", false);
const perChannel = { points: 1_000_000, durationSeconds: 1 };
app.use("/chat", ingressExpress(gateway.inbox, { perChannel }));
const door = agentDoor(gateway);
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  if (request.url?.startsWith("/chat/")) app(request, response);
  else void door(request, response);
});
server.listen(options.port, "127.0.0.1");
await once(server, "listening");
const ready: GatewayReady = { port: (server.address() as AddressInfo).port, ingressPath };
process.send?.(ready);
// A killed process writes no cache at its end.
flushCompileCache();

// Whoever started it has gone without a word.
process.once("disconnect", () => process.exit(1));
process.on("SIGTERM", () => {
  isEnding = true;
  gateway.drain();
  void gateway.close().then(() => process.exit(0));
});

/** What is rare, and counted outside; what the end drops was refused by nobody. */
function tell(type: GatewayEvent["type"]): void {
  if (isEnding) return;
  if (type === "stale" || type === "paused") process.send?.({ noticed: type } satisfies Noticed);
}

/** @returns the path of a channel that was made now. */
async function makeChannel(gateway: Gateway, chatApiUrl: string): Promise<string | null> {
  if ((await gateway.channels.find("shop")) !== null) return null;
  const added = await gateway.channelAdmin.add({ id: "shop", chatApiUrl });
  if (!added.done) throw new Error(added.refusal.message);
  return `/chat/${added.value.randomString}/shop`;
}
