import { connect, createServer, type Socket } from "node:net";
import type { Respond } from "@parley/conformance";
import { describe, expect, it, onTestFinished } from "vitest";
import { listen, rawServer, testCertificate } from "./support/raw-server.ts";
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

/** Stands before a TLS server; `alert` tells every client that the connection is at an end, as TLS does. */
async function alertingProxy(behind: number) {
  const clients: Socket[] = [];
  const server = createServer((client) => {
    const inner = connect(behind, "127.0.0.1");
    for (const socket of [client, inner]) socket.on("error", () => {});
    client.pipe(inner).pipe(client);
    clients.push(client);
  });
  onTestFinished(() => {
    for (const client of clients) client.destroy();
    server.close();
  });
  const fatal = Buffer.from("15030300020228", "hex");
  return {
    port: await listen(server),
    alert: () => clients.forEach((client) => client.write(fatal)),
  };
}

/** Resets each connection as soon as a first part of its request has come. */
async function resettingServer(): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => {}).once("data", () => socket.resetAndDestroy());
  });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await listen(server)}`;
}

/** Aborts once the server has seen the request, so that no test waits for a clock. */
function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => setImmediate(() => controller.abort()) };
}

const whole = 'content-length: 15\r\n\r\n{"result":"ok"}';

/** Says these bytes and leaves the connection open. */
const says =
  (text: string): Respond =>
  (socket) =>
    void socket.write(text, "latin1");

describe("unreachable is", () => {
  it("a refused connection", async () => {
    const transport = await openTransport();
    expect(await transport.post(`http://127.0.0.1:${await freePort()}`)).toEqual(
      failed("unreachable"),
    );
  });
});

describe("once the request is written, an answer that cannot be read is told as such, never as unreachable (ruling 17):", () => {
  it.each<[string, Respond]>([
    ["a length and chunks", says(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n${whole}`)],
    [
      "lines that end with a bare line feed",
      says(`HTTP/1.1 200 OK\n${whole.replaceAll("\r", "")}`),
    ],
    ["a space in a header's name", says(`HTTP/1.1 200 OK\r\nx y: z\r\n${whole}`)],
    ["a space before a colon", says(`HTTP/1.1 200 OK\r\nx : z\r\n${whole}`)],
    ["a control character in a header", says(`HTTP/1.1 200 OK\r\nx: a\x01\0b\r\n${whole}`)],
    ["a head of 18 kB", says(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(18_000)}\r\n${whole}`)],
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
  ])("%s; nothing is sent a second time", async (_name, respond) => {
    const server = await rawServer(respond);
    const transport = await openTransport();
    expect(await transport.post(server.url)).toEqual(failed("unreadable-answer"));
    expect(server.requests).toHaveLength(1);
  });

  it("a TLS alert in answer to the request", async () => {
    const server = await rawServer(() => alert(), { tls: true });
    const { port, alert } = await alertingProxy(server.port);
    const transport = await openTransport({
      ca: testCertificate.cert,
      lookup: async () => ["127.0.0.1"],
    });
    expect(await transport.post(`https://shop.test:${port}`)).toEqual(failed("unreadable-answer"));
    expect(server.requests).toHaveLength(1);
  });

  it("a connection that is reset while the request is written", async () => {
    const server = await resettingServer();
    const transport = await openTransport();
    const body = JSON.stringify({ text: "x".repeat(8_000_000) });
    for (const transfer of ["content-length", "chunked"] as const) {
      expect(await transport.post(server, { body, transfer })).toEqual(failed("unreadable-answer"));
    }
  });
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
