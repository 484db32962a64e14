import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { AgentBackend, createGateway, type Gateway, type Inbox } from "@parley/core";
import { hardenServer, ingressExpress } from "@parley/ingress-express";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { transportUndici } from "@parley/transport-undici";
import express from "express";
import { ContainerModule } from "inversify";

/** A gateway of real parts in this process, whose way in is asked by strangers. */
export interface Door {
  readonly port: number;
  readonly gateway: Gateway;
  /** From now on strangers at `plantedId` wait longer by so many microseconds; at first they wait as all others do. */
  plant(micros: number): void;
  close(): Promise<void>;
}

/**
 * The id of the channel whose strangers wait longer, so that the test can be seen to tell them apart. A channel that is
 * there: one that is not would be looked up in the yardstick's row, and warm it.
 */
export const plantedId = "m-0050";

export async function openDoor(directory: string): Promise<Door> {
  const planted: Planted = { micros: 0 };
  const gateway = await createGateway(
    platformNode({ logLevel: "error" }),
    storeSqlite({ directory }),
    transportUndici(),
    new ContainerModule(({ bind }) => {
      bind(AgentBackend).toConstantValue({
        availability: () => Promise.resolve(1),
        receive: () => Promise.resolve({ outcome: "taken" }),
        report: () => Promise.resolve({ outcome: "taken" }),
      });
    }),
  );
  const app = express().disable("x-powered-by").set("etag", false);
  const perAddress = { points: 1_000_000_000, durationSeconds: 3_600 };
  app.use("/chat", ingressExpress(withPlant(gateway.inbox, planted), { perAddress }));
  const limit = { points: 1, durationSeconds: 3_600 };
  app.use("/limited", ingressExpress(gateway.inbox, { perAddress: limit }));
  const server = createServer({ requireHostHeader: false }, app);
  hardenServer(server, { maxRequestsPerSocket: 0 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await gateway.close();
  };
  const { port } = server.address() as AddressInfo;
  return { port, gateway, plant: (micros) => void (planted.micros = micros), close };
}

interface Planted {
  micros: number;
}

/** Every stranger walks through the same wrapper; one of them is held up there. */
function withPlant(inbox: Inbox, planted: Planted): Inbox {
  return {
    status: (pass) => inbox.status(pass),
    accept: (pass, body) => inbox.accept(pass, body),
    renew: (pass) => inbox.renew(pass),
    authenticate: (channelId, channelSecret) => {
      const heldMs = channelId === plantedId ? planted.micros / 1_000 : 0;
      const until = performance.now() + heldMs;
      while (performance.now() < until);
      return inbox.authenticate(channelId, channelSecret);
    },
  };
}
