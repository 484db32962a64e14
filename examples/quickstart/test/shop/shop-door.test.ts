import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type RequestHandler } from "express";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Trouble } from "../../src/shop/entry.ts";
import { GatewayLink } from "../../src/shop/gateway-link.ts";
import { shopApp } from "../../src/shop/shop-app.ts";
import { Visitors } from "../../src/shop/visitors.ts";

/** The shop's server in this process. */
async function openShop(before: RequestHandler = (_request, _response, next) => next()) {
  const visitors = new Visitors();
  let trouble: Trouble = { mode: "works", description: "" };
  const app = shopApp({
    visitors,
    gateway: new GatewayLink(),
    isAvailable: () => false,
    trouble: { get: () => trouble, set: (next) => (trouble = next) },
  });
  const server = createServer(express().use(before, app)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { visitors, port, ask: (options: Ask) => ask(port, options) };
}

interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly headers?: IncomingHttpHeaders;
  readonly body?: unknown;
}

async function ask(port: number, { method = "GET", path, headers = {}, body }: Ask) {
  const outgoing = request({ host: "127.0.0.1", port, method, path, headers });
  outgoing.end(body === undefined ? "" : JSON.stringify(body));
  const [response] = await once(outgoing, "response");
  const text = (await response.toArray()).join("");
  return { status: Number(response.statusCode), body: JSON.parse(text) as object };
}

const message = { type: "text", id: "m1", text: "pay here" };
const envelope = (message: object) => ({
  sender: { name: "Ann" },
  recipient: { id: "v1" },
  message,
});

describe("the stream of events", () => {
  it("is answered to HEAD at once, with its head alone", async () => {
    const { port } = await openShop();
    const outgoing = request({
      host: "127.0.0.1",
      port,
      method: "HEAD",
      path: "/api/visitors/v1/events",
    }).end();
    const [response] = await once(outgoing, "response");
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toContain("text/event-stream");
    expect(await response.toArray()).toEqual([]);
  });
});

describe("the endpoint for agent messages", () => {
  const path = "/agent-messages/shop";

  function said(visitors: Visitors): unknown[] {
    const entries: unknown[] = [];
    visitors.join("v1", (name, data) => name === "history" && entries.push(...(data as [])))();
    return entries;
  }

  it("takes what a server sends", async () => {
    const { ask, visitors } = await openShop();
    expect(await ask({ method: "POST", path, body: envelope(message) })).toEqual({
      status: 200,
      body: { result: "ok" },
    });
    expect(said(visitors)).toMatchObject([{ from: "agent", author: "Ann", message }]);
  });

  it.each([
    ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["another site in an older browser", { origin: "https://evil.example" }],
    ["a page without an origin", { origin: "null" }],
    ["a page, without its origin", { "sec-fetch-site": "cross-site" }],
    ["the shop's own page", { "sec-fetch-site": "same-origin" }],
    ["a page under a foreign name that leads here", { host: "evil.example:8081" }],
    ["a page under a name that only begins like this one", { host: "127.0.0.1:80.evil.example" }],
  ])("takes nothing from %s", async (_name, headers) => {
    const { ask, visitors } = await openShop();
    const answer = await ask({ method: "POST", path, headers, body: envelope(message) });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 3 } } });
    expect(said(visitors)).toEqual([]);
  });

  it.each([
    ["none", {}],
    ["an empty one", { id: "" }],
    ["a number", { id: 7 }],
    ["an object", { id: {} }],
  ])("refuses a message whose id is %s", async (_name, id) => {
    const { ask, visitors } = await openShop();
    const body = envelope({ type: "text", text: "hello", ...id });
    expect(await ask({ method: "POST", path, body })).toMatchObject({
      status: 200,
      body: { error: { code: 40004 } },
    });
    expect(said(visitors)).toEqual([]);
  });

  it("looks at nothing but the type when somebody types", async () => {
    const { ask } = await openShop();
    const body = envelope({ type: "typein" });
    expect(await ask({ method: "POST", path, body })).toMatchObject({ body: { result: "ok" } });
  });
});

describe("the chat window's own endpoints", () => {
  it("answer what became of a message", async () => {
    const { ask } = await openShop();
    const answer = await ask({
      method: "POST",
      path: "/api/visitors/v1/messages",
      headers: { "content-type": "application/json" },
      body: { sender: {}, message },
    });
    expect(answer).toMatchObject({
      status: 202,
      body: { entry: { from: "visitor", message, state: "failed", remark: expect.any(String) } },
    });
  });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a foreign name", { host: "evil.example:8081" }],
  ])("take nothing from %s", async (_name, headers) => {
    const { ask } = await openShop();
    const body = { mode: "down" };
    expect(await ask({ method: "PUT", path: "/api/trouble", headers, body })).toMatchObject({
      status: 403,
    });
  });
});

describe("a page's stream", () => {
  const events = (port: number) =>
    request({ host: "127.0.0.1", port, path: "/api/visitors/v1/events" }).on("error", () => {});
  const later = () => new Promise((resolve) => setTimeout(resolve, 50));

  it("is there until the page leaves", async () => {
    const { port, visitors } = await openShop();
    const page = events(port).end();
    const [response] = await once(page, "response");
    await once(response, "data");
    expect(visitors.anyoneHere).toBe(true);
    page.destroy();
    await expect.poll(() => visitors.anyoneHere).toBe(false);
  });

  it("says every 5 s, as an event, that it lives", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { port } = await openShop();
    const page = events(port).end();
    const [response] = await once(page, "response");
    await once(response, "data");
    vi.advanceTimersByTime(5_000);
    let heard = "";
    for await (const bytes of response) {
      heard += String(bytes);
      if (heard.includes("event:beat\n")) break;
    }
    expect(heard).toContain("event:beat\ndata:{}\n\n");
    page.destroy();
  });

  it("leaves nothing behind when the page is gone before it has begun", async () => {
    const begun = Promise.withResolvers<void>();
    const { port, visitors } = await openShop(({ socket }, response, next) => {
      response.once("close", () => {
        next();
        begun.resolve();
      });
      socket.destroy();
    });
    events(port).end();
    await begun.promise;
    await later();
    expect(visitors.anyoneHere).toBe(false);
  });
});
