import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type LogLine, ManualTime, SeededRandom, testPlatform } from "@parley/conformance";
import { createGateway } from "@parley/core";
import { memoryStores } from "@parley/core/memory";
import { hardenServer, ingressExpress } from "@parley/ingress-express";
import { transportUndici } from "@parley/transport-undici";
import express, { type RequestHandler } from "express";
import { expect } from "vitest";
import { AgentDesk } from "./agent-desk.ts";

/**
 * A real gateway on real sockets with the channel `shop`; its time stands still until `time` is moved. `pages`: what else
 * its server answers.
 */
export async function openGateway(settings: object = {}, pages: RequestHandler = nothing) {
  const time = new ManualTime(Date.now());
  const log: LogLine[] = [];
  const desk = new AgentDesk();
  const gateway = await createGateway(
    testPlatform(time, new SeededRandom(), log),
    memoryStores(),
    transportUndici({ allowInsecureLoopback: true }),
    desk.module,
  );
  const server = createServer(express().use("/chat", ingressExpress(gateway.inbox)).use(pages));
  hardenServer(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const added = await gateway.channelAdmin.add({
    id: "shop",
    chatApiUrl: "http://127.0.0.1:9/nobody",
    ...settings,
  });
  if (!added.done) throw new Error(added.refusal.message);
  const { randomString: channelSecret } = added.value;
  const origin = `http://127.0.0.1:${port}`;
  return {
    gateway,
    desk,
    time,
    log,
    origin,
    channelSecret,
    ingressUrl: `${origin}/chat/${channelSecret}/shop`,
    /** From now on agent messages go there. */
    pointTo: async (chatApiUrl: string) => {
      const changed = await gateway.channelAdmin.change("shop", { chatApiUrl });
      expect(changed.done).toBe(true);
    },
    /** `whsec_…`; the one before stays valid for 24 h. */
    sign: async (overlapMs?: number): Promise<string> => {
      const signed = await gateway.channelAdmin.sign("shop", overlapMs);
      if (!signed.done) throw new Error(signed.refusal.message);
      return signed.value.signingKey;
    },
    reply: async (conversationId: string, message: unknown) => {
      const sender = { name: "Ada", photo: "https://agents.example/ada.png" };
      const request = { conversationId, idempotencyKey: null, sender, message };
      const answer = await gateway.outbox.send(request);
      expect(answer).toMatchObject({ accepted: true });
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await gateway.close();
    },
  };
}

const nothing: RequestHandler = (_request, response) => void response.status(404).end();

export type OpenedGateway = Awaited<ReturnType<typeof openGateway>>;
