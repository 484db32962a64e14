import { createServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { listen, rawServer } from "./support/raw-server.ts";
import { failed, openTransport } from "./support/transport.ts";

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Says `first`, and then `more` as fast as it is read, for as long as somebody reads. */
function repeat(socket: Socket, first: string, more = first): void {
  const next = (): void => {
    if (!socket.destroyed) socket.write(more, () => setImmediate(next));
  };
  socket.write(first, next);
}

/** Aborts once the server has seen the request, so that no test waits for a clock. */
function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => setImmediate(() => controller.abort()) };
}

describe("unreachable is", () => {
  it("a refused connection", async () => {
    const transport = await openTransport();
    expect(await transport.post(`http://127.0.0.1:${await freePort()}`)).toEqual(
      failed("unreachable"),
    );
  });

  it.each([
    ["a connection reset before the response", (socket) => socket.resetAndDestroy()],
    ["a connection closed before the response", (socket) => socket.end()],
    ["a response cut off in its headers", (socket) => socket.end("HTTP/1.1 200 OK\r\nconte")],
    [
      "a response cut off in its body",
      (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc"),
    ],
    ["a response that is not HTTP", (socket) => socket.end("garbage\r\n\r\n")],
    [
      "a response with headers past all measure",
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${"x".repeat(40_000)}\r\n\r\n`),
    ],
    [
      "an interim response that nothing follows",
      (socket) => socket.end("HTTP/1.1 100 Continue\r\n\r\n"),
    ],
    [
      "an interim response past all measure, and no end of it",
      (socket) => socket.write(`HTTP/1.1 100 Continue\r\nx: ${"x".repeat(40_000)}`),
    ],
    [
      "one interim response after the other, without end",
      (socket) => repeat(socket, "HTTP/1.1 102 Processing\r\n\r\n".repeat(1_000)),
    ],
    ["a status line without end", (socket) => repeat(socket, "HTTP/1.1 200 ", "x".repeat(65_536))],
    [
      "a chunk whose extension has no end",
      (socket) =>
        repeat(
          socket,
          "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;",
          "x".repeat(65_536),
        ),
    ],
    [
      "a switch of protocols nobody asked for",
      (socket) => socket.write("HTTP/1.1 101 Go\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
    ],
  ] as [string, Parameters<typeof rawServer>[0]][])(
    "%s; nothing is sent a second time",
    async (_name, respond) => {
      const server = await rawServer(respond);
      const transport = await openTransport();
      expect(await transport.post(server.url)).toEqual(failed("unreachable"));
      expect(server.requests).toHaveLength(1);
    },
  );
});

describe("one signal ends", () => {
  it("a request that is never answered", async () => {
    const { signal, abort } = abortable();
    const server = await rawServer(abort);
    const transport = await openTransport();
    expect(await transport.post(server.url, { signal })).toEqual(failed("timeout"));
  });

  it("a response whose body drips without end, and its connection", async () => {
    const { signal, abort } = abortable();
    const closed = Promise.withResolvers<void>();
    const server = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
      const drip = setInterval(() => socket.write("x"), 1);
      socket.on("close", () => {
        clearInterval(drip);
        closed.resolve();
      });
      setTimeout(abort, 20);
    });
    const transport = await openTransport();
    expect(await transport.post(server.url, { signal })).toEqual(failed("timeout"));
    await closed.promise;
  });

  it("a request that waits for a place among its origin's connections", async () => {
    const first = abortable();
    const second = abortable();
    const server = await rawServer(() => second.abort());
    const transport = await openTransport({ connectionsPerOrigin: 1 });
    const blocking = transport.post(server.url, { signal: first.signal });
    expect(await transport.post(server.url, { signal: second.signal })).toEqual(failed("timeout"));
    first.abort();
    expect(await blocking).toEqual(failed("timeout"));
    expect(server.requests).toHaveLength(1);
  });

  it("a name that is never answered", async () => {
    const { signal, abort } = abortable();
    const transport = await openTransport({
      lookup: () => {
        abort();
        return new Promise(() => {});
      },
    });
    expect(await transport.post("https://shop.test/", { signal })).toEqual(failed("timeout"));
  });

  it("a request before it began", async () => {
    const server = await rawServer(() => {});
    const transport = await openTransport();
    expect(await transport.post(server.url, { signal: AbortSignal.abort() })).toEqual(
      failed("timeout"),
    );
    expect(server.sockets).toHaveLength(0);
  });

  it("a TLS handshake that is never answered", async () => {
    const { signal, abort } = abortable();
    const server = createServer((socket) => {
      socket.on("error", () => {}).once("data", abort);
    });
    const port = await listen(server);
    const transport = await openTransport();
    expect(await transport.post(`https://127.0.0.1:${port}`, { signal })).toEqual(
      failed("timeout"),
    );
    await new Promise((resolve) => server.close(resolve));
  });
});
