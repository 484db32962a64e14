import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  Bounds,
  type ChannelKnobs,
  createGateway,
  defaultBounds,
  type Gateway,
  Logger,
  refusalBody,
  refuse,
} from "@parley/core";
import { hardenServer, ingressExpress } from "@parley/ingress-express";
import { ingressNode, ingressServerOptions } from "@parley/ingress-node";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { transportUndici } from "@parley/transport-undici";
import express from "express";
import { ContainerModule } from "inversify";
import { httpAgent } from "../../crash/http-agent.ts";
import { HostTally } from "./host-tally.ts";
import type { FromHost, HostChannel, ToHost, Way } from "./host-words.ts";
import { type FaultSwitch, storeFaults } from "./store-faults.ts";

/** The process that is attacked: a gateway of real parts. Only limits that would answer 429 are set wide. */
const [directory = "", agentUrl = ""] = process.argv.slice(2);
const faults: FaultSwitch = { mode: "none" };
const tally = new HostTally();
const newConversationsPerMinute = 10_000_000;
const wide = { points: 100_000_000, durationSeconds: 1 };

const gateway = await createGateway(
  platformNode({ logLevel: "debug" }),
  storeSqlite({ directory }),
  storeFaults(faults),
  transportUndici(),
  httpAgent(agentUrl),
  tally.module(),
  new ContainerModule(({ bind }) => {
    bind(Bounds).toConstantValue({ ...defaultBounds, newConversationsPerMinute });
  }),
);
const channels = [
  await addChannel(gateway, { id: "shop" }),
  await addChannel(gateway, { id: "loose", overflow: "split", media: "lenient", dedupe: "off" }),
];

const app = express();
app.disable("x-powered-by").set("etag", false);
const logger = await gateway.get(Logger);
const options = { logger, perChannel: wide, perAddress: wide };
app.use("/chat", ingressExpress(gateway.inbox, options));
app.use((_request, response) => {
  response.set({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
  response.status(404).json(refusalBody(refuse("notFound")));
});
const bare = ingressNode(gateway.inbox, { ...options, basePath: "/chat", otherwise: app });
const servers = {
  Express: createServer({ requireHostHeader: false }, app),
  "node:http": createServer(ingressServerOptions, bare),
};
const ways = await Promise.all(Object.entries(servers).map(opened));

process.on("message", (words: ToHost) => {
  if (words.type === "faults") faults.mode = words.mode;
  else if (words.type === "measure") tell({ type: "measures", measures: tally.measures() });
  else void stop();
});
tell({ type: "ready", ways, channels });

async function opened([name, server]: readonly [string, Server]): Promise<Way> {
  hardenServer(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { name, port: (server.address() as AddressInfo).port };
}

type Settings = Partial<ChannelKnobs> & { readonly id: string };

async function addChannel(gateway: Gateway, settings: Settings): Promise<HostChannel> {
  const chatApiUrl = "https://shop.invalid/chat";
  const added = await gateway.channelAdmin.add({ chatApiUrl, ...settings });
  if (!added.done) throw new Error(added.refusal.message);
  return { id: settings.id, channelSecret: added.value.randomString };
}

async function stop(): Promise<void> {
  gateway.drain();
  for (const server of Object.values(servers)) {
    server.close();
    server.closeAllConnections();
  }
  await gateway.close();
  process.disconnect?.();
}

function tell(words: FromHost): void {
  process.send?.(words);
}
