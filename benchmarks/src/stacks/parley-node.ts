import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Bounds, createGateway, defaultBounds } from "@parley/core";
import { hardenServer, ingressNode, ingressServerOptions } from "@parley/ingress-node";
import { platformNode } from "@parley/platform-node";
import { storePostgres } from "@parley/store-postgres";
import { transportUndici } from "@parley/transport-undici";
import { ContainerModule } from "inversify";
import { optionsOf, serveParent } from "../process/serve-parent.ts";
import { agentApp } from "./agent-app.ts";
import { agentDoorOf } from "./agent-door.ts";
import { close } from "./listen.ts";
import { postTo } from "./post.ts";

/** One of several gateways on one PostgreSQL. All listen on one port, and the system spreads connections over them. */
export interface NodeOptions {
  readonly connectionString: string;
  readonly receiverPort: number;
  /** `0` for the first. */
  readonly port: number;
}

export interface NodeReady {
  readonly port: number;
  /** Path of the channel, if this node created it. */
  readonly visitorPath: string | null;
}

const options = optionsOf<NodeOptions>();
const post = postTo(options.receiverPort);
const agent = agentApp(() => post);
const gateway = await createGateway(
  platformNode({ clock: false }),
  storePostgres({ connection: options.connectionString }),
  transportUndici({ allowInsecureLoopback: true }),
  agent.module,
  new ContainerModule(({ bind }) => {
    bind(Bounds).toConstantValue({
      ...defaultBounds,
      newConversationsPerMinute: 10_000_000,
      seriesPerChannel: 512,
    });
  }),
);
const visitorPath = await makeChannel();
const none = { perAddress: false, perChannel: false } as const;
const ingress = ingressNode(gateway.inbox, { basePath: "/chat", ...none });
const agentDoor = agentDoorOf(gateway, agent);
const server = createServer(ingressServerOptions, (request, response) => {
  if (request.url === "/agent") agentDoor(request, response);
  else void ingress(request, response);
});
hardenServer(server, { maxRequestsPerSocket: 0 });
server.listen({ port: options.port, host: "127.0.0.1", backlog: 4_096, reusePort: true });
await once(server, "listening");

serveParent({
  ready: { port: (server.address() as AddressInfo).port, visitorPath } satisfies NodeReady,
  answer: async () => {},
  stop: async () => {
    gateway.drain();
    await close(server);
    await gateway.close();
  },
});

async function makeChannel(): Promise<string | null> {
  if ((await gateway.channels.find("shop")) !== null) return null;
  const chatApiUrl = `http://127.0.0.1:${options.receiverPort}/ok/out/{channel}`;
  const added = await gateway.channelAdmin.add({ id: "shop", chatApiUrl });
  if (!added.done) throw new Error(added.refusal.message);
  return `/chat/${added.value.randomString}/shop`;
}
