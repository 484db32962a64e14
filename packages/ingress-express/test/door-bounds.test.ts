import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { servers } from "./support/served-doors.ts";

describe.each(servers)("%s: a door", (_server, serve) => {
  it("is not asked with a head that two readers may read differently", async () => {
    const { client, asked } = await serve();
    expect((await client.send("POST", "/agents/desk", "{}", ["Host: y"])).status).toBe(400);
    const gzip = ["Transfer-Encoding: gzip, chunked\r\n\r\n0"];
    expect((await client.send("POST", "/agents/desk", "", gzip)).status).toBe(400);
    const [nameless] = await client.raw("GET /agents/desk HTTP/1.1\r\n\r\n");
    expect(nameless?.status).toBe(400);
    expect(asked).toEqual([]);
  });

  it("is not asked with 10,000 headers: 431", async () => {
    const { client, asked } = await serve();
    const headers = Array.from({ length: 10_000 }, (_, at) => `x-${at}: 1`);
    const answer = await client.send("GET", "/agents/desk", "", headers);
    expect(answer.status).toBe(431);
    expect(asked).toEqual([]);
  });

  it("is not asked with a body that is too large: 413", async () => {
    const { client, asked } = await serve({ limitBytes: 8 });
    const sized = await client.send("POST", "/agents/desk", "123456789");
    const chunked = ["Transfer-Encoding: chunked\r\n\r\n9\r\n123456789\r\n0"];
    for (const answer of [sized, await client.send("POST", "/agents/desk", "", chunked)])
      expect(answer).toMatchObject({ status: 413, headers: { connection: "close" } });
    expect((await client.send("POST", "/agents/desk", "12345678")).status).toBe(204);
    expect(asked).toHaveLength(1);
  });

  it("is not asked with a body that never ends: 408", async () => {
    const { client, asked } = await serve({
      bounds: { headersTimeoutMs: 100, requestTimeoutMs: 100 },
    });
    const [answer] = await client.raw(
      "POST /agents/desk HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n1",
    );
    expect(answer).toMatchObject({ status: 408, headers: { connection: "close" } });
    expect(asked).toEqual([]);
  });

  it("gets the body of a client that waits for 100 Continue", async () => {
    const { client, asked } = await serve();
    const socket = client.open();
    socket.write(
      "POST /agents/desk HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n",
    );
    const first = await new Promise<Buffer>((resolve) => socket.once("data", resolve));
    expect(String(first)).toMatch(/^HTTP\/1\.1 100 Continue/);
    socket.write("{}");
    expect(String(Buffer.concat(await socket.toArray()))).toMatch(/^HTTP\/1\.1 204 /);
    expect(asked).toHaveLength(1);
  });

  it("is not asked by a client that leaves before its body is whole", async () => {
    const { client, asked, lines } = await serve();
    const socket = client.open();
    socket.write("POST /agents/desk HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{");
    await sleep(50);
    socket.resetAndDestroy();
    expect((await client.send("POST", "/agents/desk")).status).toBe(204);
    expect(asked).toHaveLength(1);
    expect(lines).toEqual([]);
  });

  it("ends its work for a client that left after its body", async () => {
    const begun = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<boolean>();
    const { client, lines } = await serve({
      handle: async (_request, signal) => {
        begun.resolve();
        await gone.promise;
        ended.resolve(signal.aborted);
        return { status: 200 };
      },
    });
    const socket = client.open();
    socket.write("POST /agents/desk HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}");
    await begun.promise;
    socket.resetAndDestroy();
    await sleep(50);
    gone.resolve();
    expect(await ended.promise).toBe(false);
    expect(lines).toEqual([]);
  });

  it("answers a sender that has closed its side of the connection", async () => {
    const { client } = await serve({
      handle: async () => {
        await sleep(50);
        return { status: 200, body: "taken" };
      },
    });
    const half = client.open();
    half.end("POST /agents/desk HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}");
    expect(String(Buffer.concat(await half.toArray()))).toMatch(/taken$/);
  });

  it("is not asked behind an answer that closes the connection", async () => {
    const { client, asked } = await serve({ limitBytes: 1 });
    const ask = "POST /agents/desk HTTP/1.1\r\nHost: x\r\nContent-Length: ";
    const text = await client.untilClosed(`${ask}2\r\n\r\n{}${ask}1\r\n\r\n7`);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413"]);
    expect(asked).toEqual([]);
  });

  it("answers the requests of a connection in order", async () => {
    const { client } = await serve({
      handle: async ({ path }) => {
        if (path === "/slow") await sleep(50);
        return { status: 200, body: path };
      },
    });
    const ask = (path: string) => `GET /agents/desk${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const answers = await client.raw(ask("/slow") + ask("/fast"), 2);
    expect(answers.map(({ body }) => body)).toEqual(["/slow", "/fast"]);
  });
});
