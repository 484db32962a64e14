import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { adminExpress } from "@parley/admin-express";
import { AgentBackend, createGateway } from "@parley/core";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { transportUndici } from "@parley/transport-undici";
import { ContainerModule } from "inversify";

/** A gateway whose agent app rejects every message. The quickstart's console never does. */
const rejectingAgent = new ContainerModule(({ bind }) => {
  bind(AgentBackend).toConstantValue({
    availability: async () => 1,
    receive: async () => ({ outcome: "rejected", reason: "this agent app takes nothing" }),
    report: async () => ({ outcome: "taken" }),
  });
});

const directory = process.env["PARLEY_DATA"] ?? "";
mkdirSync(directory, { recursive: true, mode: 0o700 });
const token = "a token for tests alone";
writeFileSync(join(directory, "admin-token"), token, { mode: 0o600 });
const gateway = await createGateway(
  platformNode(),
  storeSqlite({ directory }),
  transportUndici(),
  rejectingAgent,
);
const added = await gateway.channelAdmin.add({ id: "shop", chatApiUrl: "https://shop.example" });
if (!added.done) throw new Error("the channel was refused");
const pass = await gateway.inbox.authenticate("shop", added.value.randomString);
if (pass === null) throw new Error("the channel is not there");
for (const text of ["one", "two"]) {
  const body = { sender: { id: "v1" }, message: { type: "text", text } };
  await gateway.inbox.accept(pass, Buffer.from(JSON.stringify(body)));
}

// The Express of the admin API: this package has none.
type Express = () => { use(path: string, handler: unknown): void } & ((
  ...parts: unknown[]
) => void);
const express = createRequire(import.meta.resolve("@parley/admin-express"))("express") as Express;
const app = express();
app.use("/admin/v1", adminExpress(gateway, { token, publicUrl: "https://chat.example" }));
const server = createServer(app).listen(0, "127.0.0.1");
await once(server, "listening");
process.stdout.write(`parley ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
process.on("SIGTERM", () => {
  server.close();
  void gateway.close().then(() => process.exit(0));
});
