import { request as httpRequest } from "node:http";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { describe, expect, it, onTestFinished } from "vitest";
import { type AgentMessage, createReceiver, honoHandler, type Receiver } from "../src/index.ts";
import { fastifyReceiver, nodeHandler } from "../src/node/index.ts";
import { agentBody } from "./support/agent-request.ts";
import { serve } from "./support/serve.ts";

const path = "/agent-messages/shop";
const limitBytes = 1_000;

/** Each way to mount a receiver: gives the origin of a real server. */
const mounts = {
  "node:http": (receiver) => serve(nodeHandler(receiver)),
  "Express 5": (receiver) =>
    serve(express().post("/agent-messages/:channel", nodeHandler(receiver)).use(express.json())),
  "Express 5, in a router": (receiver) =>
    serve(
      express().use("/agent-messages", express.Router().post("/:channel", nodeHandler(receiver))),
    ),
  "Express 5, after express.raw": (receiver) =>
    serve(
      express()
        .use(express.raw({ type: () => true }))
        .post("/agent-messages/:channel", nodeHandler(receiver)),
    ),
  "Fastify 5": async (receiver) => {
    const app = fastify();
    await app.register(fastifyReceiver(receiver), { prefix: "/agent-messages" });
    onTestFinished(() => app.close());
    return app.listen({ host: "127.0.0.1", port: 0 });
  },
} as const satisfies Record<string, (receiver: Receiver) => Promise<string>>;

async function mounted(mount: (receiver: Receiver) => Promise<string>) {
  const events: AgentMessage[] = [];
  const receiver = createReceiver({ onMessage: (event) => void events.push(event), limitBytes });
  return { events, origin: await mount(receiver) };
}

/** One POST on a connection of its own; `chunks` are written one by one when it is chunked. */
function post(
  origin: string,
  body: string | readonly string[],
  headers: Record<string, string> = {},
) {
  const { promise, resolve, reject } = Promise.withResolvers<readonly [number, unknown]>();
  const chunks = typeof body === "string" ? [body] : body;
  const length = typeof body === "string" ? { "Content-Length": Buffer.byteLength(body) } : {};
  const request = httpRequest(`${origin}${path}`, {
    method: "POST",
    agent: false,
    headers: { "Content-Type": "application/json", ...length, ...headers },
  });
  request.on("error", reject).on("response", (response) => {
    void response.toArray().then((parts) => {
      resolve([response.statusCode ?? 0, JSON.parse(Buffer.concat(parts).toString("utf8"))]);
    }, reject);
  });
  for (const chunk of chunks) request.write(chunk);
  request.end();
  return promise;
}

const taken = [200, { result: "ok" }];

describe.each(Object.entries(mounts))("a receiver on %s", (_name, mount) => {
  it("takes a body with Content-Length, and a chunked one", async () => {
    const { events, origin } = await mounted(mount);
    expect(await post(origin, agentBody())).toEqual(taken);
    const text = agentBody({ message: { type: "text", id: "m-2", text: "Grüße 👋" } });
    expect(await post(origin, [text.slice(0, 50), text.slice(50)])).toEqual(taken);
    expect(events.map(({ message }) => message.text)).toEqual(["hello", "Grüße 👋"]);
    expect(events.map(({ channelId }) => channelId)).toEqual(["shop", "shop"]);
  });

  it("takes a body whatever Content-Type says", async () => {
    const { origin } = await mounted(mount);
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/octet-stream",
    ])
      expect(await post(origin, agentBody(), { "Content-Type": type })).toEqual(taken);
  });

  it("hands a large integer over digit for digit", async () => {
    const { events, origin } = await mounted(mount);
    await post(origin, agentBody().replace('"v1"', "90071992547409931"));
    expect(events[0]?.recipient).toEqual({ id: "90071992547409931", isNumber: true });
  });

  it("answers in the failure shape", async () => {
    const { origin } = await mounted(mount);
    expect(await post(origin, "{}")).toMatchObject([200, { error: { code: 40004 } }]);
  });

  it("refuses a body that is too large, and goes on", async () => {
    const { events, origin } = await mounted(mount);
    const large = agentBody({ message: { type: "text", id: "m", text: "x".repeat(limitBytes) } });
    for (const body of [large, [large.slice(0, 600), large.slice(600)]])
      expect(await post(origin, body)).toMatchObject([413, { error: { code: 41301 } }]);
    expect(await post(origin, agentBody())).toEqual(taken);
    expect(events.length).toBe(1);
  });
});

describe("a receiver on Hono 4", () => {
  it("takes a message", async () => {
    const events: AgentMessage[] = [];
    const receiver = createReceiver({ onMessage: (event) => void events.push(event) });
    const app = new Hono().post("/agent-messages/:channel", honoHandler(receiver));
    const response = await app.request(path, { method: "POST", body: agentBody() });
    expect([response.status, await response.json()]).toEqual(taken);
    expect(events[0]?.channelId).toBe("shop");
  });
});

describe("a receiver that is mounted behind a body parser", () => {
  it("says so, instead of never answering", async () => {
    const { events, origin } = await mounted((receiver) =>
      serve(express().use(express.json()).post("/agent-messages/:channel", nodeHandler(receiver))),
    );
    expect(await post(origin, agentBody())).toEqual([
      500,
      {
        error: {
          code: 50001,
          message: "A body parser ran before the receiver: mount the receiver before it.",
        },
      },
    ]);
    expect(events).toEqual([]);
  });
});

describe("a request that breaks off", () => {
  it("leaves the receiver as it was", async () => {
    const { events, origin } = await mounted(mounts["node:http"]);
    const broken = httpRequest(`${origin}${path}`, {
      method: "POST",
      headers: { "Content-Length": "100" },
    });
    const gone = new Promise((resolve) => broken.on("error", resolve));
    broken.write('{"sender"', () => broken.destroy());
    broken.destroy(new Error("gone"));
    await gone;
    expect(await post(origin, agentBody())).toEqual(taken);
    expect(events.length).toBe(1);
  });
});
