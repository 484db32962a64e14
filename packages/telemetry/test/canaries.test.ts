import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentBackend, createGateway, type Gateway, type VisitorEvent } from "@parley/core";
import { ingressExpress } from "@parley/ingress-express";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { transportUndici } from "@parley/transport-undici";
import express from "express";
import { ContainerModule } from "inversify";
import { afterEach, expect, it, vi } from "vitest";
import { Telemetry, telemetry } from "../src/index.ts";
import { KeptSpans } from "./support/kept-spans.ts";

/** A word in everything that anybody may write, wherever it goes. */
const canary = "canary7f3a";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function urlOf(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => server.close());
  cleanups.push(() => server.closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers everything with the failure shape, in its own words. */
function unfriendlyEndpoint(): Promise<string> {
  const body = JSON.stringify({ error: { code: 7, message: `${canary} description` } });
  return urlOf(createServer((_request, response) => response.writeHead(500).end(body)));
}

/** Takes the first message, chokes on the second, and says no to the third, with words each time. */
const moody: AgentBackend = {
  availability: async () => 1,
  receive: async ({ message }: VisitorEvent) => {
    const text = message.type === "text" ? message.text : message.type;
    if (text.includes("reject")) return { outcome: "rejected", reason: `${canary} reason` };
    if (text.includes("choke"))
      throw Object.assign(new Error(`${canary} thrown`), { code: `${canary} code` });
    return { outcome: "taken" };
  },
  report: async () => ({ outcome: "taken" }),
};

const sender = {
  ...Object.fromEntries(
    ["name", "phone", "email", "invite", canary].map((field) => [field, `${canary} ${field}`]),
  ),
  photo: `https://${canary}.example/photo`,
  url: `https://${canary}.example/page`,
};

it("secrets and words planted in every field of a chat stand in no metric and in no span", async () => {
  const directory = mkdtempSync(join(tmpdir(), "parley-telemetry-"));
  cleanups.push(() => rmSync(directory, { recursive: true }));
  const collector = new KeptSpans();
  const gateway: Gateway = await createGateway(
    platformNode({ logLevel: "silent" }),
    storeSqlite({ directory }),
    transportUndici({ allowInsecureLoopback: true }),
    new ContainerModule(({ bind }) => void bind(AgentBackend).toConstantValue(moody)),
    telemetry({ spanExporter: collector }),
  );
  let isOpen = true;
  cleanups.push(() => isOpen && gateway.close());
  const endpoint = await unfriendlyEndpoint();
  const channel = { id: "shop", chatApiUrl: `${endpoint}/${canary}?key=${canary}` };
  const added = await gateway.channelAdmin.add(channel);
  if (!added.done) throw new Error(added.refusal.message);
  const { randomString } = added.value;
  const app = express().use("/chat", ingressExpress(gateway.inbox, { trustTraceParent: true }));
  const ingress = `${await urlOf(createServer(app))}/chat/${randomString}`;
  const post = async (path: string, body: unknown) => {
    const headers = { traceparent: canary, tracestate: canary, baggage: canary };
    const sent = { method: "POST", headers, body: JSON.stringify(body) };
    return (await fetch(`${ingress}/${path}`, sent)).status;
  };

  const file = { file: `https://${canary}.example/f`, file_name: canary, file_size: 1 };
  const messages = [
    { type: "text", text: `${canary} hello`, id: canary },
    { type: "text", text: `${canary} choke`, id: `${canary}2` },
    { type: "text", text: `${canary} reject` },
    { type: "photo", ...file, comment: canary, thumb: canary },
  ];
  for (const [index, message] of messages.entries())
    expect(await post("shop", { sender: { ...sender, id: canary + index }, message })).toBe(200);
  expect(await post("shop", { sender: { ...sender, id: 1 }, message: { type: canary } })).toBe(400);
  expect(await post("shop", { sender: { id: 1, [canary]: 1 }, message: canary })).toBe(400);
  expect(await post(canary, {})).toBe(404);
  const { items } = await gateway.conversations.list({ before: null, limit: 10 });
  for (const { id } of items)
    await gateway.outbox.send({
      conversationId: id,
      idempotencyKey: canary,
      sender: { name: canary, photo: `https://${canary}.example/a` },
      message: { type: "text", text: `${canary} reply` },
    });
  await gateway.outbox.send({
    conversationId: canary,
    idempotencyKey: null,
    sender: { name: canary },
    message: { type: canary },
  });

  const page = await served(gateway);
  const settled = async () => expect(await page()).toContain('reason="http-status"');
  await vi.waitFor(settled, { timeout: 20_000, interval: 200 });
  const metrics = await page();
  await gateway.close();
  isOpen = false;
  const spans = collector.spans.map((span) => {
    const { name, attributes, events, links, status, resource, instrumentationScope } = span;
    const about = [name, attributes, events, links, status, instrumentationScope];
    return [...about, resource.attributes, span.spanContext()];
  });
  const told = `${metrics}\n${JSON.stringify(spans)}`;
  expect(told).not.toContain(canary);
  expect(told).not.toContain(randomString);
  // The same search finds what is there: everything that could leak has been through.
  for (const word of ["backend-rejected", "later", "40009", "40402", "visitor message accepted"])
    expect(told).toContain(word);
  expect(told).toContain('"http.response.status_code":500');
}, 40_000);

/** The metrics page on a real socket. */
async function served(gateway: Gateway): Promise<() => Promise<string>> {
  const { metricsHandler } = await gateway.get(Telemetry);
  const server = createServer((request, response) => void metricsHandler(request, response));
  const url = await urlOf(server);
  return async () => (await fetch(url)).text();
}
