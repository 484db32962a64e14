import { describe, expect, it } from "vitest";
import { okResponse, rawServer, respondOk, testCertificate } from "./support/raw-server.ts";
import { openTransport, textOf } from "./support/transport.ts";

const body = '{"text":"Grüße 👋"}';
const bytes = Buffer.from(body);
const onWire = bytes.toString("latin1");

describe("a request on the wire", () => {
  it("is a POST of JSON with a Content-Length in bytes", async () => {
    const server = await rawServer(respondOk);
    const transport = await openTransport();
    expect(textOf(await transport.post(`${server.url}/hook/shop?key=1`, { body }))).toBe(
      '200 {"result":"ok"}',
    );
    expect(server.requests).toEqual([
      [
        "POST /hook/shop?key=1 HTTP/1.1",
        `host: 127.0.0.1:${server.port}`,
        "connection: keep-alive",
        "content-type: application/json",
        "user-agent: parley",
        `content-length: ${bytes.length}`,
        "",
        onWire,
      ].join("\r\n"),
    ]);
  });

  it("is chunked when the channel asks for it, and then has no Content-Length (§4.5)", async () => {
    const server = await rawServer(respondOk);
    const transport = await openTransport();
    await transport.post(`${server.url}/`, { body, transfer: "chunked" });
    expect(server.requests[0]).toContain("\r\ntransfer-encoding: chunked\r\n");
    expect(server.requests[0]).not.toContain("content-length");
    expect(server.requests[0]).toMatch(
      new RegExp(`\r\n\r\n${bytes.length.toString(16)}\r\n${onWire}\r\n0\r\n\r\n$`),
    );
  });

  it("leaves the fragment of the URL at home", async () => {
    const server = await rawServer(respondOk);
    const transport = await openTransport();
    await transport.post(`${server.url}/a#b`);
    expect(server.requests[0]).toMatch(/^POST \/a HTTP/);
  });
});

describe("a response", () => {
  it.each([
    ["a hint", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"],
    ["to go on", "HTTP/1.1 100 Continue\r\n\r\n"],
    ["to go on, without a reason", "HTTP/1.1 100\r\n\r\n"],
    ["many", "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 100 Continue\r\na: b\r\n\r\n".repeat(20)],
    ["a long one", `HTTP/1.1 100 Continue\r\na: ${"x".repeat(8_000)}\r\n\r\n`],
  ])(
    "is handed over whatever its status, after interim responses are skipped: %s",
    async (_name, interim) => {
      const final = "HTTP/1.1 503 No\r\ncontent-length: 2\r\n\r\nno";
      const server = await rawServer((socket) => void socket.write(interim + final));
      const transport = await openTransport();
      expect(textOf(await transport.post(server.url))).toBe("503 no");
      expect(textOf(await transport.post(server.url))).toBe("503 no");
      expect(server.sockets).toHaveLength(1);
    },
  );

  it("may come in any pieces, interim responses too, over TLS as well", async () => {
    const text = `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Wait\r\n\r\n${okResponse}`;
    for (const tls of [false, true]) {
      const server = await rawServer(
        async (socket, index) => {
          socket.setNoDelay(true);
          const size = index + 1;
          for (let from = 0; from < text.length; from += size) {
            socket.write(text.slice(from, from + size));
            await new Promise((resolve) => setImmediate(resolve));
          }
        },
        { tls },
      );
      const transport = await openTransport({ ca: testCertificate.cert });
      for (let post = 0; post < 15; post += 1) {
        expect(textOf(await transport.post(server.url))).toBe('200 {"result":"ok"}');
      }
      expect(server.sockets).toHaveLength(1);
    }
  });

  it("is not looked for in the body of another", async () => {
    const body = "HTTP/1.1 100 Continue\r\n\r\n";
    const server = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`);
      setTimeout(() => socket.write(body), 20);
    });
    const transport = await openTransport();
    expect(textOf(await transport.post(server.url))).toBe(`200 ${body}`);
  });

  it("may be chunked, or end with the connection", async () => {
    const server = await rawServer((socket, index) => {
      if (index === 0) {
        socket.write(
          "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n",
        );
      } else {
        socket.end("HTTP/1.0 200 OK\r\n\r\nabc");
      }
    });
    const transport = await openTransport();
    expect(textOf(await transport.post(server.url))).toBe("200 abc");
    expect(textOf(await transport.post(server.url))).toBe("200 abc");
  });

  it("that redirects is an answer: nobody goes there", async () => {
    const server = await rawServer((socket) => {
      socket.write("HTTP/1.1 307 Go\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n");
    });
    const transport = await openTransport();
    expect(textOf(await transport.post(server.url))).toBe("307 ");
    expect(server.requests).toHaveLength(1);
  });
});

describe("a long response", () => {
  const respondWith = (sizeBytes: number) =>
    rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${sizeBytes}\r\n\r\n`);
      socket.write(Buffer.alloc(sizeBytes, "x"));
    });

  it("is cut at 64 KiB and its connection given up", async () => {
    const server = await respondWith(4 * 1024 * 1024);
    const transport = await openTransport();
    const result = await transport.post(server.url);
    expect(result).toMatchObject({ kind: "response", status: 200, truncated: true });
    expect(result.kind === "response" && result.body.length).toBe(65_536);
    await transport.post(server.url);
    expect(server.sockets).toHaveLength(2);
  });

  it("of exactly 64 KiB is whole", async () => {
    const server = await respondWith(65_536);
    const transport = await openTransport();
    const result = await transport.post(server.url);
    expect(result).toMatchObject({ truncated: false });
    expect(result.kind === "response" && result.body.length).toBe(65_536);
  });
});
