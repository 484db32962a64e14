import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { flushCompileCache } from "node:module";
import type { AddressInfo } from "node:net";
import { Bounds, createGateway, defaultBounds, type Gateway, MessageStore } from "@parley/core";
import { doorsExpress, ingressExpress } from "@parley/ingress-express";
import { transportUndici } from "@parley/transport-undici";
import express from "express";
import { ContainerModule } from "inversify";
import { agentOf } from "./agent-of.ts";
import { agentDoor } from "./agent-door.ts";
import {
  adaptersAt,
  type GatewayOptions,
  type GatewayReady,
  leastStandstillMs,
  type Order,
  type Told,
} from "./options.ts";

/** The process that is killed, or whose store is taken away: a gateway of real parts. */
const options = JSON.parse(process.argv[2] ?? "") as GatewayOptions;
const gateway = await createGateway(
  ...adaptersAt(options.place),
  transportUndici({ allowInsecureLoopback: true }),
  agentOf(options),
  new ContainerModule(({ bind }) => {
    bind(Bounds).toConstantValue({ ...defaultBounds, newConversationsPerMinute: 1_000_000 });
  }),
);
const ingressPath = await makeChannel(gateway, options.shopUrl);

const app = express().disable("x-powered-by").set("etag", false);
const perChannel = { points: 1_000_000, durationSeconds: 1 };
app.use("/chat", ingressExpress(gateway.inbox, { perChannel }));
app.use("/agents", doorsExpress(gateway.doors));
const door = agentDoor(gateway);
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  if (/^\/(chat|agents)\//.test(request.url ?? "")) app(request, response);
  else void door(request, response);
});
server.listen(options.port, "127.0.0.1");
await once(server, "listening");
// Whoever started it has gone without a word.
process.once("disconnect", () => process.exit(1));
// Before it is said to be ready: from then on it may be told to end.
process.on("SIGTERM", () => {
  gateway.drain();
  void gateway.close().then(() => process.exit(0));
});
const ready: GatewayReady = { port: (server.address() as AddressInfo).port, ingressPath };
process.send?.(ready);
const store = await gateway.get(MessageStore);
tellRefusals(store);
standStillWhenTold(store);
// A killed process writes no cache at its end.
flushCompileCache();

/** Tells outside of settlements under a token that is not the lane's any more; events tell only of some of them. */
function tellRefusals(store: MessageStore): void {
  const commit = store.commit.bind(store);
  store.commit = async (...batch) => {
    const result = await commit(...batch);
    const refused = result.settlements.filter((settlement) => settlement === "stale").length;
    if (refused > 0) process.send?.({ refused } satisfies Told);
    return result;
  };
}

/** Stops the process, when it is told to, in the turn in which it makes a call: there a pause is the hardest to notice. */
function standStillWhenTold(store: MessageStore): void {
  let until = 0;
  process.on("message", ({ standStillUntil }: Order) => (until = standStillUntil));
  const standStill = (): void => {
    if (Date.now() > until - leastStandstillMs) return;
    until = 0;
    process.kill(process.pid, "SIGSTOP");
    process.send?.({ stoodStill: 1 } satisfies Told);
  };
  const [commit, claim] = [store.commit.bind(store), store.claim.bind(store)];
  store.commit = (...call) => (standStill(), commit(...call));
  store.claim = (...call) => (standStill(), claim(...call));
}

/** @returns the path of a channel that was made now. */
async function makeChannel(gateway: Gateway, chatApiUrl: string): Promise<string | null> {
  if ((await gateway.channels.find("shop")) !== null) return null;
  const added = await gateway.channelAdmin.add({ id: "shop", chatApiUrl });
  if (!added.done) throw new Error(added.refusal.message);
  return `/chat/${added.value.randomString}/shop`;
}
