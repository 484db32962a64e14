import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { doors, fakeInbox, messagePath, readAnswers } from "./support/served.ts";

const limit = 65_536;
const head = `POST ${messagePath} HTTP/1.1\r\nHost: x\r\n`;

describe.each(doors)("%s: a body", (_door, serve) => {
  it("of 64 KiB is taken whole, one byte more is 413 and reaches nobody", async () => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox);
    expect((await server.send("POST", messagePath, "x".repeat(limit))).status).toBe(200);
    const answer = await server.send("POST", messagePath, "x".repeat(limit + 1));
    expect(answer).toMatchObject({ status: 413, headers: { connection: "close" } });
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 41301 } });
    expect(bodies.map((body) => body.length)).toEqual([limit]);
  });

  it("that is announced too large is refused before it comes", async () => {
    const server = await serve(fakeInbox().inbox);
    const [answer] = await server.raw(`${head}Content-Length: 9999999999\r\n\r\n`);
    expect(answer).toMatchObject({ status: 413, headers: { connection: "close" } });
  });

  it("that grows too large in chunks is refused as soon as it does", async () => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox);
    const chunk = `8000\r\n${"x".repeat(0x8000)}\r\n`;
    const [answer] = await server.raw(
      `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(3)}`,
    );
    expect(answer).toMatchObject({ status: 413, headers: { connection: "close" } });
    expect(bodies).toEqual([]);
  });

  it("that comes a byte at a time is taken as it is", async () => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox);
    const text = Array.from({ length: 300 }, (_, at) => String.fromCharCode(97 + (at % 26))).join(
      "",
    );
    const chunks = [...text].map((letter) => `1\r\n${letter}\r\n`).join("");
    const [answer] = await server.raw(
      `${head}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
    );
    expect(answer).toMatchObject({ status: 200 });
    expect(bodies).toEqual([text]);
  });

  it("over the limit is taken in so far that its sender gets to read the answer", async () => {
    const server = await serve(fakeInbox().inbox);
    const socket = server.open();
    socket.write(`${head}Content-Length: 900000\r\n\r\n`);
    for (let piece = 0; piece < 9; piece += 1) {
      await new Promise((resolve) =>
        socket.write("x".repeat(100_000), () => setTimeout(resolve, 5)),
      );
    }
    const received = await socket.toArray().catch(() => []);
    expect(readAnswers(received.join(""))).toMatchObject([{ status: 413 }]);
  });

  it("without end is cut off", async () => {
    const server = await serve(fakeInbox().inbox);
    const socket = server.open();
    socket.write(`${head}Content-Length: 999999999999\r\n\r\n`);
    // Without the check, the loop never ends: a write to a destroyed socket calls back, with an error.
    const flood = (): void => {
      if (!socket.destroyed) socket.write("x".repeat(100_000), () => setImmediate(flood));
    };
    flood();
    await new Promise((resolve) => socket.resume().once("close", resolve));
    expect(socket.destroyed).toBe(true);
  });

  it.each(["gzip", "br", "deflate", "x-unknown", "identity, gzip"])(
    "with Content-Encoding %s is 415, unread and not unpacked",
    async (encoding) => {
      const { inbox, bodies } = fakeInbox();
      const server = await serve(inbox);
      const packed = gzipSync("{}").toString("latin1");
      const answer = await server.send("POST", messagePath, packed, [
        `Content-Encoding: ${encoding}`,
      ]);
      expect(answer.status).toBe(415);
      expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 41501 } });
      expect(bodies).toEqual([]);
    },
  );

  it.each(["identity", "Identity", ""])(
    "with Content-Encoding %j is as good as without",
    async (encoding) => {
      const server = await serve(fakeInbox().inbox);
      expect(
        (await server.send("POST", messagePath, "{}", [`Content-Encoding: ${encoding}`])).status,
      ).toBe(200);
    },
  );

  it("is judged only after the channel secret", async () => {
    const server = await serve(fakeInbox().inbox);
    const wrong = messagePath.replace("s3cret", "wrong");
    expect((await server.send("POST", wrong, "x".repeat(limit + 1))).status).toBe(404);
    expect((await server.send("POST", wrong, "x", ["Content-Encoding: gzip"])).status).toBe(404);
  });
});
