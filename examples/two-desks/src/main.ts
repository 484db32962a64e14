import { randomBytes } from "node:crypto";
import { adminExpress } from "@parley/admin-express";
import { agentConsole, ConsoleApp } from "@parley/agent-console";
import { agentRouter } from "@parley/agent-router";
import { createGateway } from "@parley/core";
import { echoAgent } from "@parley/custom-agent";
import { ingressExpress } from "@parley/ingress-express";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { transportUndici } from "@parley/transport-undici";
import express from "express";

const port = Number(process.env["PORT"] ?? 8080);
const chatApiUrl = process.env["CHAT_API_URL"] ?? "https://shop.example/agent-messages";
const token = process.env["ADMIN_TOKEN"] ?? randomBytes(24).toString("base64url");
const directory = "./two-desks-data";
const baseUrl = `http://127.0.0.1:${port}`;

const router = agentRouter({
  backends: { people: agentConsole({ directory, baseUrl }), echo: echoAgent() },
  channels: { shop: "people" },
  otherwise: "echo",
  mayRead: { people: ["echo"] },
});
const gateway = await createGateway(
  platformNode(),
  storeSqlite({ directory }),
  transportUndici({ allowInsecureLoopback: true }),
  router,
);
const consoleApp = await gateway.get(ConsoleApp);
if (consoleApp.firstAccount !== null) console.log(JSON.stringify(consoleApp.firstAccount));
for (const id of ["shop", "night"]) {
  const added = await gateway.channelAdmin.add({ id, chatApiUrl });
  console.log(added.done ? `POST /chat/${added.value.randomString}/${id}` : added.refusal.message);
}
const app = express()
  .use("/chat", ingressExpress(gateway.inbox))
  .use("/console", consoleApp.router)
  .use("/admin/v1", adminExpress(gateway, { token, publicUrl: `${baseUrl}/chat` }));
const server = app.listen(port, "127.0.0.1", () => console.log(`ready ${baseUrl} ${token}`));
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => {
    consoleApp.close();
    server.close(() => gateway.close());
  });
