import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { openHttpClient } from "../support/http-client.ts";
import { okResponse, rawServer, respondOk } from "../support/raw-server.ts";

const signal = AbortSignal.timeout(60_000);
const post = { method: "POST", body: "{}", signal };

describe("connectionsPerOrigin", () => {
  it("makes a request wait until the body of the one before has ended", async () => {
    const server = await rawServer((socket, index) => {
      if (index === 0) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc");
      else socket.write(okResponse);
    });
    const client = await openHttpClient({ allowInsecureLoopback: true, connectionsPerOrigin: 1 });
    const first = await client.request({ ...post, url: server.url });
    const waiting = client.request({ ...post, url: server.url });
    const impatient = client.request({ ...post, url: server.url, signal: AbortSignal.timeout(20) });
    await expect(impatient).rejects.toMatchObject({ code: "http-timeout" });
    expect(server.requests).toHaveLength(1);
    await first.body.cancel();
    expect((await waiting).status).toBe(200);
  });

  it("is given back by every answer and every failure", async () => {
    const server = await rawServer((socket, index) => {
      if (index % 2 === 0) socket.write(okResponse);
      else socket.destroy();
    });
    const client = await openHttpClient({ allowInsecureLoopback: true, connectionsPerOrigin: 1 });
    for (let round = 0; round < 4; round += 1) {
      expect((await client.request({ ...post, url: server.url })).status).toBe(200);
      const broken = client.request({ ...post, url: server.url });
      await expect(broken).rejects.toMatchObject({ code: "http-answer-broken" });
    }
  });
});

describe("the signal", () => {
  it("that aborts just before a kept connection is used lets nothing out", async () => {
    const server = await rawServer(respondOk);
    const client = await openHttpClient({ allowInsecureLoopback: true });
    await client.request({ ...post, url: server.url });
    const controller = new AbortController();
    const asking = client.request({ ...post, url: server.url, signal: controller.signal });
    // The client waits for the next turn of the event loop before it uses the connection.
    const aborting = (async () => {
      for (let step = 0; step < 50; step += 1) await Promise.resolve();
      controller.abort();
    })();
    await expect(asking).rejects.toMatchObject({ code: "http-timeout" });
    await aborting;
    await client.request({ ...post, url: server.url });
    expect(server.requests).toHaveLength(2);
  });

  it("of many requests keeps nothing of those that have ended", async () => {
    const server = await rawServer(respondOk);
    const client = await openHttpClient({ allowInsecureLoopback: true });
    const { signal } = new AbortController();
    for (let round = 0; round < 5; round += 1)
      await new Response((await client.request({ ...post, url: server.url, signal })).body).text();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
