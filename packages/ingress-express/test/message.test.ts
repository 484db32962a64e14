import { refuse } from "@parley/core";
import { describe, expect, it } from "vitest";
import { doors, fakeInbox, messagePath, statusPath } from "./support/served.ts";

const body = '{"sender":{"id":42},"message":{"type":"text","text":"Grüße 👋"}}';
const onWire = Buffer.from(body).toString("latin1");

describe.each(doors)("%s: a visitor message (§4.2)", (_door, serve) => {
  it('is answered 200 {"result":"ok"} once the inbox has it', async () => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox);
    expect(await server.send("POST", messagePath, body)).toEqual({
      status: 200,
      headers: {
        "content-type": "application/json",
        "content-length": "15",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        connection: "close",
      },
      body: '{"result":"ok"}',
    });
    expect(bodies).toEqual([onWire]);
  });

  it("comes with its warnings (ruling 3)", async () => {
    const warnings = [{ field: "sender.photo", message: "dropped" }];
    const server = await serve(
      fakeInbox({ accept: async () => ({ accepted: true, warnings }) }).inbox,
    );
    expect((await server.send("POST", messagePath, body)).body).toBe(
      JSON.stringify({ result: "ok", warnings }),
    );
  });

  it.each([
    [refuse("malformedJson"), {}],
    [refuse("emptySenderId", { field: "sender.id" }), {}],
    [refuse("conversationLimit", { retryAfterSeconds: 7 }), { "retry-after": "7" }],
    [refuse("storeUnavailable", { retryAfterSeconds: 1 }), { "retry-after": "1" }],
  ])(
    "that the inbox refuses gets the refusal's status, number and words",
    async (refusal, headers) => {
      const server = await serve(
        fakeInbox({ accept: async () => ({ accepted: false, refusal }) }).inbox,
      );
      const answer = await server.send("POST", messagePath, body);
      expect(answer).toMatchObject({ status: refusal.httpStatus, headers });
      expect(JSON.parse(answer.body)).toEqual({
        error: { code: refusal.code, message: refusal.message },
      });
    },
  );

  it.each([
    ["none", []],
    ["text/plain", ["Content-Type: text/plain"]],
    ["a form", ["Content-Type: application/x-www-form-urlencoded"]],
    ["JSON in a strange charset", ["Content-Type: application/json; charset=utf-16"]],
    ["nonsense", ["Content-Type: ???"]],
    ["two", ["Content-Type: a/b", "Content-Type: c/d"]],
  ])("is taken as it came whatever its Content-Type: %s (ruling 5)", async (_name, headers) => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox);
    expect((await server.send("POST", messagePath, body, headers)).status).toBe(200);
    expect(bodies).toEqual([onWire]);
  });

  it("may come chunked, in many small pieces, and before or after others on one connection (§4.5)", async () => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox);
    const head = `POST ${messagePath} HTTP/1.1\r\nHost: x\r\n`;
    const chunks = [...Buffer.from(body)].map((byte) =>
      Buffer.from([0x31, 0x0d, 0x0a, byte, 0x0d, 0x0a]),
    );
    const chunked = Buffer.concat([
      Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n`),
      ...chunks,
      Buffer.from("0\r\n\r\n"),
    ]);
    const plain = Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    const answers = await server.raw(Buffer.concat([chunked, plain, chunked]), 3);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(bodies).toEqual([onWire, onWire, onWire]);
  });

  it("without a body is the inbox's to refuse", async () => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox);
    await server.send("POST", messagePath);
    expect(bodies).toEqual([""]);
  });

  it("whose sender went away in the middle reaches nobody", async () => {
    const entered = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const { inbox, bodies } = fakeInbox();
    const authenticate = inbox.authenticate.bind(inbox);
    const server = await serve(
      {
        ...inbox,
        authenticate: async (channelId, channelSecret) => {
          entered.resolve();
          return authenticate(channelId, channelSecret);
        },
      },
      { before: (request) => void request.on("close", () => setImmediate(closed.resolve)) },
    );
    const socket = server.open();
    socket.write(`POST ${messagePath} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"sender"`);
    await entered.promise;
    socket.destroy();
    await closed.promise;
    expect(bodies).toEqual([]);
    expect((await server.send("POST", messagePath, body)).status).toBe(200);
  });

  it.each([
    ["none", "Content-Length: 0\r\n\r\n", "", 200],
    ["a small one", `Content-Length: ${onWire.length}\r\n\r\n${onWire}`, onWire, 200],
    ["chunks", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n", "{}", 200],
    ["64 KiB", `Content-Length: 65536\r\n\r\n${"x".repeat(65_536)}`, "x".repeat(65_536), 200],
    [
      "more in chunks",
      `Transfer-Encoding: chunked\r\n\r\n10001\r\n${"x".repeat(65_537)}\r\n0\r\n\r\n`,
      null,
      413,
    ],
  ])(
    "whose body came before the channel was found is judged as any: %s",
    async (_name, text, taken, status) => {
      const { inbox, bodies } = fakeInbox();
      const server = await serve({
        ...inbox,
        authenticate: async (channelId, channelSecret) => {
          for (let turn = 0; turn < 10; turn += 1) {
            await new Promise((resolve) => setImmediate(resolve));
          }
          return inbox.authenticate(channelId, channelSecret);
        },
      });
      const request = Buffer.from(`POST ${messagePath} HTTP/1.1\r\nHost: x\r\n${text}`, "latin1");
      expect(await server.raw(request)).toMatchObject([{ status }]);
      expect(bodies).toEqual(taken === null ? [] : [taken]);
    },
  );

  it("whose sender left before the channel was found reaches nobody", async () => {
    const asked = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const { inbox, bodies } = fakeInbox();
    const server = await serve(
      {
        ...inbox,
        authenticate: async (channelId, channelSecret) => {
          asked.resolve();
          await closed.promise;
          return inbox.authenticate(channelId, channelSecret);
        },
      },
      { before: (request) => void request.socket.on("close", () => setImmediate(closed.resolve)) },
    );
    const socket = server.open();
    socket.write(`POST ${messagePath} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`);
    await asked.promise;
    socket.resetAndDestroy();
    await closed.promise;
    expect((await server.send("GET", statusPath)).status).toBe(200);
    expect(bodies).toEqual([]);
  });
});
