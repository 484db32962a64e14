import { once } from "node:events";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { fakeInbox, secret } from "../support/fake-inbox.ts";
import { messagePath, readAnswers, serve, statusPath } from "../support/served.ts";

const post = `POST ${messagePath} HTTP/1.1\r\nHost: x\r\n`;

describe("what never becomes a request", () => {
  it.each([
    ["no HTTP at all", "hello\r\n\r\n", 400, 40011],
    [
      "a TLS hello",
      "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
      400,
      40011,
    ],
    ["a method nobody knows", `BREW ${statusPath} HTTP/1.1\r\n\r\n`, 400, 40011],
    ["a broken header line", `GET ${statusPath} HTTP/1.1\r\nHost x\r\n\r\n`, 400, 40011],
    ["a header with a NUL", `GET ${statusPath} HTTP/1.1\r\nHost: x\r\na: \0\r\n\r\n`, 400, 40011],
    ["a negative Content-Length", `${post}Content-Length: -1\r\n\r\n`, 400, 40011],
    ["two Content-Lengths", `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400, 40011],
    [
      "Content-Length and chunks at once",
      `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      40011,
    ],
    ["chunks that are none", `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400, 40011],
    ["an address past all measure", `GET /chat/${"x".repeat(20_000)} HTTP/1.1\r\n\r\n`, 431, 43101],
    [
      "headers past all measure",
      `GET ${statusPath} HTTP/1.1\r\na: ${"x".repeat(20_000)}\r\n\r\n`,
      431,
      43101,
    ],
  ])(
    "%s: refused in the failure shape, the connection closed",
    async (_name, text, status, code) => {
      const { inbox, bodies } = fakeInbox();
      const server = await serve(inbox);
      const socket = server.open();
      socket.write(text);
      const answers = readAnswers((await socket.toArray()).join(""));
      expect(answers).toHaveLength(1);
      expect(answers[0]).toMatchObject({
        status,
        headers: { "content-type": "application/json", connection: "close" },
      });
      expect(JSON.parse(answers[0]?.body ?? "")).toEqual({
        error: { code, message: expect.any(String) },
      });
      expect(answers[0]?.body).not.toContain(secret);
      expect(bodies).toEqual([]);
    },
  );

  it.each([
    ["headers", `GET ${statusPath} HTTP/1.1\r\nHost: x\r\n`],
    ["bodies", `${post}Content-Length: 10\r\n\r\n{`],
  ])("%s that do not come in time: 408", async (_name, text) => {
    const server = await serve(fakeInbox().inbox, {
      bounds: { headersTimeoutMs: 200, requestTimeoutMs: 300 },
    });
    const socket = server.open();
    socket.write(text);
    const answers = readAnswers((await socket.toArray()).join(""));
    expect(answers).toMatchObject([{ status: 408, headers: { connection: "close" } }]);
    expect(JSON.parse(answers[0]?.body ?? "")).toMatchObject({ error: { code: 40801 } });
  });

  it("bytes that break off an answered request get no second answer", async () => {
    const server = await serve(fakeInbox().inbox);
    const socket = server.open();
    const chunk = `8000\r\n${"x".repeat(0x8000)}\r\n`;
    socket.write(`${post}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(3)}`);
    let text = "";
    socket.on("data", (bytes: Buffer) => {
      text += bytes.toString();
      socket.write("zz\r\n");
    });
    await new Promise((resolve) => socket.once("close", resolve));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413"]);
  });

  it("a client that leaves gets nothing, and the server stays", async () => {
    const server = await serve(fakeInbox().inbox);
    for (const text of ["", "GET", `${post}Content-Length: 10\r\n\r\n{`]) {
      const socket = server.open();
      socket.write(text, () => socket.resetAndDestroy());
    }
    expect((await server.send("GET", statusPath)).status).toBe(200);
  });
});

describe("a connection", () => {
  it("is closed after its share of requests", async () => {
    const server = await serve(fakeInbox().inbox, { bounds: { maxRequestsPerSocket: 2 } });
    const get = `GET ${statusPath} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const answers = await server.raw(get + get, 2);
    expect(answers.map(({ headers }) => headers.connection)).toEqual(["keep-alive", "close"]);
  });

  it("stores nothing that is pipelined behind its last, which Node answers with a bare 503", async () => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox, { bounds: { maxRequestsPerSocket: 2 } });
    const message = (body: string) => `${post}Content-Length: 3\r\n\r\n${body}`;
    const answers = await server.raw(message('"1"') + message('"2"') + message('"3"'), 3);
    const [first, last, behind] = answers;
    expect([first?.status, last?.status]).toEqual([200, 200]);
    expect(behind).toMatchObject({ status: 503, body: "" });
    expect(behind?.headers).not.toHaveProperty("content-type");
    expect(bodies).toEqual(['"1"', '"2"']);
  });

  it("too many is closed, and those before it are served on", async () => {
    const server = await serve(fakeInbox().inbox, { bounds: { maxConnections: 2 } });
    const get = `GET ${statusPath} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const kept = [server.open(), server.open()];
    for (const socket of kept) {
      socket.write(get);
      expect(readAnswers(String(await once(socket, "data")))).toMatchObject([{ status: 200 }]);
    }
    expect(await server.raw(get)).toEqual([]);
    kept[0]?.write(get);
    expect(readAnswers(String(await once(kept[0] as Socket, "data")))).toHaveLength(1);
  });
});

describe("an Expect that nobody knows", () => {
  it("changes nothing about the answer", async () => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox);
    const expectation = ["Expect: a-miracle"];
    expect(await server.send("POST", messagePath, "{}", expectation)).toEqual(
      await server.send("POST", messagePath, "{}"),
    );
    expect(await server.send("GET", "/chat/x/shop/status", "", expectation)).toEqual(
      await server.send("GET", "/chat/x/shop/status"),
    );
    expect(bodies).toEqual(["{}", "{}"]);
  });
});

describe("a request without Host", () => {
  it.each(["GET", "POST"])("%s is refused in the failure shape in HTTP/1.1", async (method) => {
    const { inbox, entered } = fakeInbox();
    const server = await serve(inbox);
    const [answer] = await server.raw(`${method} ${messagePath} HTTP/1.1\r\n\r\n`);
    expect(answer).toMatchObject({ status: 400, headers: { "content-type": "application/json" } });
    expect(JSON.parse(answer?.body ?? "")).toEqual({
      error: { code: 40011, message: "A Host header is required. Nothing was changed." },
    });
    expect(entered).toEqual([]);
  });

  it("is as good as any in HTTP/1.0, and so is an empty Host", async () => {
    const server = await serve(fakeInbox().inbox);
    for (const head of ["HTTP/1.0\r\n\r\n", "HTTP/1.1\r\nHost:\r\n\r\n"]) {
      expect(await server.raw(`GET ${statusPath} ${head}`)).toMatchObject([{ status: 200 }]);
    }
  });
});
