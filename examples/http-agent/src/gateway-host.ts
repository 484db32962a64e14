import { once } from "node:events";
import { createServer } from "node:http";
import { createGateway, type Gateway } from "@parley/core";
import { doorsNode, ingressNode } from "@parley/ingress-node";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { transportUndici } from "@parley/transport-undici";
import type { ContainerModule } from "inversify";
import { visitorsAt } from "./visitors.ts";

interface GatewayHostOptions {
  readonly agent: ContainerModule;
  readonly port: number;
  readonly directory: string;
}

/** A gateway with one channel, `shop`. */
export interface GatewayHost {
  /** Where visitors write, when this start has made the channel. */
  readonly ingressPath: string | null;
  close(): Promise<void>;
}

/** Listens on this machine only. */
export async function startHost({
  agent,
  port,
  directory,
}: GatewayHostOptions): Promise<GatewayHost> {
  const gateway = await createGateway(
    platformNode({ logLevel: "error" }),
    storeSqlite({ directory }),
    transportUndici({ allowInsecureLoopback: true }),
    agent,
  );
  const origin = `http://127.0.0.1:${port}`;
  const doors = doorsNode(gateway.doors, { publicUrl: origin });
  const otherwise = visitorsAt("/visitors", doors);
  const server = createServer(ingressNode(gateway.inbox, { basePath: "/chat", otherwise }));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    ingressPath: await makeChannel(gateway, `${origin}/visitors`),
    close: async () => {
      gateway.drain();
      server.close();
      server.closeAllConnections();
      await gateway.close();
    },
  };
}

async function makeChannel(gateway: Gateway, chatApiUrl: string): Promise<string | null> {
  const isThere = (await gateway.channels.find("shop")) !== null;
  const answer = isThere
    ? await gateway.channelAdmin.change("shop", { chatApiUrl })
    : await gateway.channelAdmin.add({ id: "shop", chatApiUrl });
  if (!answer.done) throw new Error(answer.refusal.message);
  return "randomString" in answer.value ? `/chat/${answer.value.randomString}/shop` : null;
}
