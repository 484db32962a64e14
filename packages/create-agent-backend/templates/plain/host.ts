import { createGateway } from "@parley/core";
import { ingressExpress } from "@parley/ingress-express";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { transportUndici } from "@parley/transport-undici";
import express from "express";
import { myAppAgent } from "./src/index.ts";

// A gateway to try the plugin in. Everything runs on this machine, over plain HTTP.
const port = Number(process.env["PORT"] ?? 8080);
const url = `http://127.0.0.1:${port}`;
const store = storeSqlite({ directory: process.env["DATA"] ?? "./data" });
const transport = transportUndici({ allowInsecureLoopback: true });
const platform = platformNode({ logLevel: "warn" });
const gateway = await createGateway(platform, store, transport, myAppAgent());

const server = express()
  .use("/chat", ingressExpress(gateway.inbox))
  // The visitor's side: it prints what the visitor gets.
  .post("/visitors/shop", express.json(), ({ body }, response) => {
    console.log(`the visitor gets: ${JSON.stringify(body.message)}`);
    response.json({ result: "ok" });
  })
  .listen(port, "127.0.0.1");

const chatApiUrl = `${url}/visitors`;
await gateway.channelAdmin.add({ id: "shop", chatApiUrl });
// The channel of an earlier start may have another port.
await gateway.channelAdmin.change("shop", { chatApiUrl });
// Its address is shown once, so every start makes a new one.
const issued = await gateway.channelAdmin.rotate("shop", 0);
if (!issued.done) throw new Error(issued.refusal.message);
const body = '{"sender":{"id":1},"message":{"type":"text","text":"hello"}}';
console.log(
  `Write as a visitor:\n  curl ${url}/chat/${issued.value.randomString}/shop -d '${body}'`,
);
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => server.close(() => gateway.close()));
