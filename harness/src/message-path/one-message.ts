import "reflect-metadata";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { Session } from "node:inspector/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { AgentBackend, createGateway, type GatewayEvent, Observer } from "@parley/core";
import { ingressNode } from "@parley/ingress-node";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { transportUndici } from "@parley/transport-undici";
import { ContainerModule } from "inversify";
import { Agent, request } from "undici";

/** After so many, the doctor has taken its samples of the channel, which are no part of a message's path. */
const warmingMessages = 60;
/** Until then the store has written what it writes later than the answers. */
const restMs = 400;

const coveredMessages = 5;

/** Coverage of each of several messages that follow others of the same visitor and connection, one after the other. */
export async function coverMessages() {
  const directory = await mkdtemp(join(tmpdir(), "parley-message-path-"));
  const { gateway, settled } = await openGateway(directory);
  const server = createServer(ingressNode(gateway.inbox)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${await channelPath(gateway)}`;
  const connections = new Agent({ connections: 1 });
  const say = async (text: string): Promise<void> => {
    const delivered = settled();
    const body = JSON.stringify({
      sender: { id: "1", name: "Ada" },
      message: { type: "text", text },
    });
    const answer = await request(url, { method: "POST", body, dispatcher: connections });
    if ((await answer.body.text()) !== '{"result":"ok"}')
      throw new Error("the message was refused");
    await delivered;
  };
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  try {
    for (let index = 0; index < warmingMessages; index += 1) await say(`warm up ${index}`);
    const runs = [];
    for (let index = 0; index < coveredMessages; index += 1) {
      await pause(restMs);
      await session.post("Profiler.takePreciseCoverage");
      await say(`message ${index}`);
      runs.push((await session.post("Profiler.takePreciseCoverage")).result);
    }
    return runs;
  } finally {
    session.disconnect();
    await connections.close();
    gateway.drain();
    server.close();
    await gateway.close();
    await rm(directory, { recursive: true });
  }
}

async function openGateway(directory: string) {
  let onSettled = (): void => {};
  const notice = ({ type }: GatewayEvent): void => {
    if (type === "delivered") onSettled();
  };
  const agentApp = new ContainerModule(({ bind }) => {
    bind(AgentBackend).toConstantValue({
      availability: async () => 1,
      receive: async () => ({ outcome: "taken" }),
      report: async () => ({ outcome: "taken" }),
    });
    bind(Observer).toConstantValue({ notice });
  });
  const gateway = await createGateway(
    platformNode(),
    storeSqlite({ directory }),
    transportUndici(),
    agentApp,
  );
  const settled = (): Promise<void> =>
    new Promise((resolve) => {
      onSettled = resolve;
    });
  return { gateway, settled };
}

async function channelPath({
  channelAdmin,
}: Awaited<ReturnType<typeof createGateway>>): Promise<string> {
  const added = await channelAdmin.add({
    id: "shop",
    chatApiUrl: "https://shop.example/{channel}",
  });
  if (!added.done) throw new Error(added.refusal.message);
  return `/${added.value.randomString}/shop`;
}
