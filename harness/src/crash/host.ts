import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createGateway } from "@parley/core";
import { ingressExpress } from "@parley/ingress-express";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { transportUndici } from "@parley/transport-undici";
import express from "express";
import { httpAgent } from "./http-agent.ts";

/** The process that is killed: a gateway of real parts, and a door through which the agent app sends. */
const [directory = "", port = "", agentUrl = "", shopUrl = ""] = process.argv.slice(2);

const gateway = await createGateway(
  platformNode({ logLevel: "error" }),
  storeSqlite({ directory }),
  transportUndici({ allowInsecureLoopback: true }),
  httpAgent(agentUrl),
);
if ((await gateway.channels.find("shop")) === null) {
  const added = await gateway.channelAdmin.add({ id: "shop", chatApiUrl: shopUrl });
  if (!added.done) throw new Error(added.refusal.message);
  const path = `/chat/${added.value.randomString}/shop`;
  writeFileSync(join(directory, "ingress-path"), path, { mode: 0o600 });
}

const app = express();
app.use(
  "/chat",
  ingressExpress(gateway.inbox, { perChannel: { points: 1_000_000, durationSeconds: 1 } }),
);
app.post("/send", express.json(), async (request, response) => {
  const { conversationId, key, text } = request.body as Record<string, string>;
  const answer = await gateway.outbox.send({
    conversationId: conversationId ?? "",
    idempotencyKey: key ?? null,
    sender: { name: "Ann" },
    message: { type: "text", text },
  });
  if (answer.accepted) response.status(202).json({ deliveryId: answer.deliveryId });
  else response.status(answer.refusal.httpStatus).json({});
});
app.listen(Number(port), "127.0.0.1", () => process.stdout.write("ready\n"));

process.on("SIGTERM", () => {
  gateway.drain();
  void gateway.close().then(() => process.exit(0));
});
