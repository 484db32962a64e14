import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createGateway, Transport, type TransportResult } from "@parley/core";
import { ingressExpress } from "@parley/ingress-express";
import { platformNode } from "@parley/platform-node";
import { storePostgres } from "@parley/store-postgres";
import { storeSqlite } from "@parley/store-sqlite";
import express from "express";
import { ContainerModule } from "inversify";
import { agentConsole, ConsoleApp } from "../../../src/index.ts";
import { email, password } from "../accounts/first-account.ts";
import type { NodePlace } from "./node-process.ts";

/** One node: a gateway with its console. Its integrating system acknowledges everything. */
const [given = "", baseUrl = ""] = process.argv.slice(2);
const place = JSON.parse(given) as NodePlace;
const body = new TextEncoder().encode('{"result":"ok"}');
const ok: TransportResult = { kind: "response", status: 200, body, truncated: false };
const gateway = await createGateway(
  platformNode({ clock: "directory" in place, logLevel: "error" }),
  "directory" in place ? storeSqlite(place) : storePostgres({ ...place, allowNonDurable: true }),
  new ContainerModule(({ bind }) => {
    bind(Transport).toConstantValue({ post: async () => ok });
  }),
  agentConsole({
    ...("directory" in place ? place : { database: place }),
    baseUrl,
    firstAccount: { email, password, name: "Ada" },
  }),
);
const app = express();
app.use("/chat", ingressExpress(gateway.inbox));
app.use("/console", (await gateway.get(ConsoleApp)).router);
const server = createServer(app).listen(0, "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
// Exit with the parent.
process.on("disconnect", () => process.exit());
process.on("message", () => {
  void gateway.channelAdmin
    .add({ id: "shop", chatApiUrl: "https://shop.example/in" })
    .then((issued) => process.send?.({ path: issued.done ? issued.value.randomString : null }));
});
