import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  AgentBackend,
  createGateway,
  type LaneKind,
  Observer,
  type VisitorEvent,
} from "@parley/core";
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
import { listening } from "./listening.ts";

/** Telemetry of a chat. */
export interface ChatRecord {
  readonly page: string;
  readonly spans: readonly ReadableSpan[];
}

/** Fails at its first call, as after an outage. */
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
 * One conversation through real parts: SQLite, Express, sockets and the clock. Agent app and shop each accept at the
 * second attempt.
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
  const delivered = new Set<LaneKind>();
  const observer: Observer = {
    notice: (event) => void (event.type === "delivered" && delivered.add(event.kind)),
  };
  const collector = new KeptSpans();
  const gateway = await createGateway(
    platformNode({ logLevel: "silent" }),
    storeSqlite({ directory }),
    transportUndici({ allowInsecureLoopback: true }),
    new ContainerModule(({ bind }) => {
      bind(AgentBackend).toConstantValue(backend);
      bind(Observer).toConstantValue(observer);
    }),
    telemetry({ spanExporter: collector }),
  );
  opened.defer(() => gateway.close());
  const added = await gateway.channelAdmin.add({ id: "shop", chatApiUrl: shop });
  if (!added.done) throw new Error(added.refusal.message);
  const base = await listening(opened, express().use("/chat", ingressExpress(gateway.inbox)));
  const ingress = `${base}/chat/${added.value.randomString}/shop`;
  const body = { sender: { id: 7, photo: "none" }, message: { type: "text", text: "Is it open?" } };
  await fetch(ingress, { method: "POST", body: JSON.stringify(body) });
  const arrived = (kind: LaneKind) =>
    vi.waitFor(() => delivered.has(kind) || Promise.reject(new Error("not delivered")), 10_000);
  await arrived("inbound");
  await gateway.outbox.send({
    conversationId: backend.taken[0]?.conversationId ?? "",
    idempotencyKey: null,
    sender: { name: "Ann" },
    message: { type: "text", text: "Until eight." },
  });
  await arrived("outbound");
  // The first request for the page, so that the backlog is read and not cached.
  const page = await (await gateway.get(Telemetry)).text();
  await gateway.close();
  return { page, spans: collector.spans };
}
