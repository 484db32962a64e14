import { createGateway } from "@parley/core";
import { ingressExpress } from "@parley/ingress-express";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { transportUndici } from "@parley/transport-undici";
import express from "express";
import { echoAgent } from "./echo-agent.ts";
const store = storeSqlite({ directory: "./echo-data" });
const gateway = await createGateway(platformNode(), store, transportUndici(), echoAgent());
const chatApiUrl = process.env["CHAT_API_URL"] ?? "https://shop.example/agent-messages";
const added = await gateway.channelAdmin.add({ id: "shop", chatApiUrl });
console.log(added.done ? `POST /chat/${added.value.randomString}/shop` : added.refusal.message);
const server = express().use("/chat", ingressExpress(gateway.inbox)).listen(8080, "127.0.0.1");
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => server.close(() => gateway.close()));
