import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import {
  AgentBackend,
  type HttpClient,
  type HttpRequest,
  type Outbox,
  pluginModule,
} from "@parley/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AgentBench } from "../../src/agent-app/agent-bench.ts";

let bench: AgentBench;
let server: Server;
let url: string;
let http: HttpClient;
let outbox: Outbox;

beforeEach(async () => {
  server = createServer((request, response) => {
    if (request.url === "/silent") return;
    if (request.url === "/redirect") response.writeHead(302, { location: "/" });
    else if (request.url === "/cut") {
      response.writeHead(200, { "content-length": 100 }).write("half");
      setImmediate(() => response.destroy());
      return;
    }
    void text(request).then((body) => response.end(`${request.method} ${body}`));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  bench = await AgentBench.start();
  await bench.plug(() =>
    pluginModule({
      name: "desk",
      ports: [AgentBackend],
      make: (services) => {
        ({ http, outbox } = services);
        return {
          availability: async () => 1,
          receive: async () => ({ outcome: "taken" }),
          report: async () => ({ outcome: "taken" }),
        };
      },
    }),
  );
});

afterEach(async () => {
  await bench.plugged.unplug();
  await bench.close();
  server.closeAllConnections();
  if (server.listening) await new Promise((resolve) => server.close(resolve));
});

const ask = (path: string, more: Partial<HttpRequest> = {}) =>
  http.request({
    method: "GET",
    url: url + path,
    signal: new AbortController().signal,
    ...more,
  });

describe("the HTTP client that a plugin gets on the bench", () => {
  it("calls an app on this machine", async () => {
    const { status, body } = await ask("/", { method: "POST", body: "hello" });
    expect([status, await text(body)]).toEqual([200, "POST hello"]);
  });

  it("hands over a redirect as the answer", async () => {
    const { status, headers } = await ask("/redirect");
    expect([status, headers["location"]]).toEqual([302, "/"]);
  });

  it("calls nobody elsewhere", async () => {
    const asking = ask("/", { url: "http://app.example/" });
    await expect(asking).rejects.toMatchObject({ code: "http-forbidden-target" });
  });

  it("says which way a call failed", async () => {
    const silent = ask("/silent", { signal: AbortSignal.timeout(20) });
    await expect(silent).rejects.toMatchObject({ code: "http-timeout" });
    const { body } = await ask("/cut");
    await expect(text(body)).rejects.toMatchObject({ code: "http-answer-broken" });
    const long = await ask("/", { limitBytes: 2 });
    await expect(text(long.body)).rejects.toMatchObject({ code: "http-answer-too-long" });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(ask("/")).rejects.toMatchObject({ code: "http-unreachable" });
  });

  it("brings no answer to a gateway that is dead", async () => {
    let isAnswered = false;
    const asking = ask("/").finally(() => (isAnswered = true));
    bench.plugged.node.life.stop("dead");
    await new Promise((resolve) => server.once("request", resolve));
    await bench.rig.time.settle();
    expect(isAnswered).toBe(false);
    await bench.plugged.node.close();
    await expect(asking).rejects.toThrow("this node is dead");
  });
});

describe("a reply", () => {
  const send = (conversationId: string) =>
    outbox.send({
      conversationId,
      idempotencyKey: "1",
      sender: { name: "Ann" },
      message: { type: "text", text: "yes" },
    });

  it("is waited for until it is stored", async () => {
    const { conversationId } = await bench.says("hello");
    await bench.untilReplied(conversationId, () => void setTimeout(send, 5, conversationId));
    expect((await bench.posted(conversationId)).map((message) => message["text"])).toEqual(["yes"]);
  });

  it("that is refused for good is waited for no longer", async () => {
    const { conversationId } = await bench.says("hello");
    bench.outbox.isOwner = false;
    const replied = bench.untilReplied(conversationId, () => send(conversationId));
    await expect(replied).rejects.toThrow("the reply was refused: ");
  });
});
