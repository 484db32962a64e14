import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentBackend, createGateway, type VisitorEvent } from "@parley/core";
import { ingressExpress } from "@parley/ingress-express";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { transportUndici } from "@parley/transport-undici";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import express from "express";
import { ContainerModule } from "inversify";
import { vi } from "vitest";
import { Telemetry, telemetry } from "../../src/index.ts";
import { KeptSpans } from "./kept-spans.ts";

/** What a chat left behind. */
export interface ChatRecord {
  readonly page: string;
  readonly spans: readonly ReadableSpan[];
}

/** Was down a moment ago: throws on its first call. */
class LateBackend implements AgentBackend {
  readonly taken: VisitorEvent[] = [];
  #isUp = false;

  availability = async () => 1 as const;
  report = async () => ({ outcome: "taken" }) as const;

  async receive(event: VisitorEvent) {
    if (!this.#isUp) {
      this.#isUp = true;
      throw new Error("the agent app is starting");
    }
    this.taken.push(event);
    return { outcome: "taken" } as const;
  }
}

/**
 * One conversation through real parts: SQLite, Express, sockets and the clock. The agent app takes the message at the
 * second attempt, the shop's server the reply likewise.
 */
export async function realChat(): Promise<ChatRecord> {
  await using opened = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), "parley-chat-"));
  opened.defer(() => rmSync(directory, { recursive: true }));
  let posts = 0;
  const shop = await listening(opened, (request, response) => {
    posts += 1;
    request.resume();
    const body = posts === 1 ? "the shop is busy" : '{"result":"ok"}';
    response.writeHead(posts === 1 ? 503 : 200).end(body);
  });
  const backend = new LateBackend();
  const collector = new KeptSpans();
  const gateway = await createGateway(
    platformNode({ logLevel: "silent" }),
    storeSqlite({ directory }),
    transportUndici({ allowInsecureLoopback: true }),
    new ContainerModule(({ bind }) => void bind(AgentBackend).toConstantValue(backend)),
    telemetry({ spanExporter: collector }),
  );
  opened.defer(() => gateway.close());
  const added = await gateway.channelAdmin.add({ id: "shop", chatApiUrl: shop });
  if (!added.done) throw new Error(added.refusal.message);
  const base = await listening(opened, express().use("/chat", ingressExpress(gateway.inbox)));
  const ingress = `${base}/chat/${added.value.randomString}/shop`;
  const body = { sender: { id: 7, photo: "none" }, message: { type: "text", text: "Is it open?" } };
  await fetch(ingress, { method: "POST", body: JSON.stringify(body) });
  await vi.waitFor(() => backend.taken[0] ?? Promise.reject(new Error("not taken")), 10_000);
  await gateway.outbox.send({
    conversationId: backend.taken[0]?.conversationId ?? "",
    idempotencyKey: null,
    sender: { name: "Ann" },
    message: { type: "text", text: "Until eight." },
  });
  const one = await gateway.get(Telemetry);
  const delivered = /parley_deliveries_delivered_total\{channel="shop",kind="outbound"\} 1/;
  const page = await vi.waitFor(async () => {
    const text = await one.text();
    return delivered.test(text) ? text : Promise.reject(new Error("not delivered"));
  }, 10_000);
  await gateway.close();
  return { page, spans: collector.spans };
}

async function listening(opened: AsyncDisposableStack, handler: RequestListener): Promise<string> {
  const server: Server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
