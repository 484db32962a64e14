import { setTimeout as sleep } from "node:timers/promises";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { hardenServer } from "@parley/ingress-express";
import type { Trouble } from "./shop/entry.ts";
import { GatewayLink } from "./shop/gateway-link.ts";
import { shopApp } from "./shop/shop-app.ts";
import type { ShopReport } from "./shop/shop-report.ts";
import { Visitors } from "./shop/visitors.ts";

const pollMs = 1_000;
const retryMs = 100;
/** The shop of a killed gateway may need a moment to exit and free the port. */
const retries = 20;

const visitors = new Visitors();
const gateway = new GatewayLink();
let available = false;
let trouble: Trouble = { mode: "works", description: "The shop is paused." };

const app = shopApp({
  visitors,
  gateway,
  isAvailable: () => available,
  trouble: {
    get: () => trouble,
    set: (next) => {
      trouble = next;
      visitors.tellAll("trouble", trouble);
    },
  },
});

process.on("message", (ingressUrl) => gateway.connect(String(ingressUrl)));
// Exit with the gateway that started the shop, however it ended.
process.on("disconnect", () => process.exit(0));

const server = createServer(app);
hardenServer(server);
try {
  await listen(server, Number(process.env["SHOP_PORT"]), retries);
  report({ type: "listening" });
} catch (error) {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  report({ type: "failed", code });
}
for (;;) {
  await sleep(pollMs);
  if (visitors.anyoneHere) await askAvailability();
}

async function askAvailability(): Promise<void> {
  const now = await gateway.isAvailable();
  if (now === available) return;
  available = now;
  visitors.tellAll("availability", { available });
}

async function listen(to: Server, port: number, retriesLeft: number): Promise<void> {
  try {
    to.listen({ host: "127.0.0.1", port, exclusive: true });
    await once(to, "listening");
  } catch (error) {
    const inUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (!inUse || retriesLeft === 0) throw error;
    await sleep(retryMs);
    await listen(to, port, retriesLeft - 1);
  }
}

function report(what: ShopReport): void {
  process.send?.(what);
}
