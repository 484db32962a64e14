import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import type { RawClient } from "@parley/conformance";
import { ingressNode } from "../../src/index.ts";
import { fakeInbox, shop, slowInbox } from "../support/fake-inbox.ts";
import { listen, messagePath, readAnswers, serve, type ServeOptions } from "../support/served.ts";

const message = '{"sender":{"id":1}}';
const head = `POST ${messagePath} HTTP/1.1\r\nHost: x\r\n`;
const measured = `${head}Content-Length: ${message.length}\r\n\r\n`;
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;

/** Sends pieces one after the other, each a while after the one before. @returns the statuses of `count` answers. */
async function sendPieces(
  server: RawClient,
  pieces: readonly string[],
  count = 1,
): Promise<readonly number[]> {
  const client = server.open().setNoDelay();
  let came = "";
  client.on("data", (chunk: Buffer) => (came += chunk.toString()));
  for (const piece of pieces) {
    client.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await expect.poll(() => readAnswers(came)).toHaveLength(count);
  client.destroy();
  return readAnswers(came).map(({ status }) => status);
}

const inPieces: Readonly<Record<string, readonly string[]>> = {
  "with its head": [measured + message],
  "behind its head": [measured, message],
  "in pieces": [measured + message.slice(0, 3), message.slice(3, 4), message.slice(4)],
  "in chunks": [`${chunked}${message.length.toString(16)}\r\n${message}\r\n0\r\n\r\n`],
  "in chunks, one by one": [
    `${chunked}1\r\n{\r\n`,
    "12\r\n",
    `${message.slice(1)}\r\n0\r\n`,
    "\r\n",
  ],
};

const limits: Readonly<Record<string, ServeOptions>> = {
  "at once": { ingress: { perChannel: false } },
  "behind a wait": {},
};

describe.each(Object.entries(limits))("a body that is asked for %s", (_when, options) => {
  it.each(Object.entries(inPieces))("is taken whole, if it comes %s", async (_how, pieces) => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox, options);
    expect(await sendPieces(server, pieces)).toEqual([200]);
    expect(bodies).toEqual([message]);
  });

  it("may be as long as 64 KiB and no longer, and what comes behind it is answered", async () => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox, options);
    const sized = (length: number) =>
      `${head}Content-Length: ${length}\r\n\r\n${"x".repeat(length)}`;
    const inChunks = (length: number) =>
      `${chunked}${length.toString(16)}\r\n${"x".repeat(length)}\r\n0\r\n\r\n`;
    expect(await sendPieces(server, [sized(65_536) + inChunks(65_536)], 2)).toEqual([200, 200]);
    expect(bodies.map(({ length }) => length)).toEqual([65_536, 65_536]);
    expect(await sendPieces(server, [inChunks(65_537)])).toEqual([413]);
    expect(await sendPieces(server, [sized(65_537)])).toEqual([413]);
    expect(bodies).toHaveLength(2);
  });
});

describe("a body that nobody asks for", () => {
  const stranger = "POST /chat/wrong/shop HTTP/1.1\r\nHost: x\r\n";
  const long = "x".repeat(200_000);
  it.each([
    ["that came with its head", [`${stranger}Content-Length: 2\r\n\r\n{}`]],
    ["that comes behind its answer", [`${stranger}Content-Length: 2\r\n\r\n`, "{}"]],
    ["that is long", [`${stranger}Content-Length: ${long.length}\r\n\r\n${long}`]],
    ["that is long and late", [`${stranger}Content-Length: ${long.length}\r\n\r\n`, long]],
  ])("%s stands in nobody's way", async (_name, pieces) => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox);
    expect(await sendPieces(server, [...pieces, measured + message], 2)).toEqual([404, 200]);
    expect(bodies).toEqual([message]);
  });
});

describe("a host before the ingress", () => {
  async function asHost(before: RequestListener, pieces = [measured, message]) {
    const { inbox, bodies } = fakeInbox();
    const statuses = await sendPieces(await serve(inbox, { before }), pieces);
    return { statuses, bodies };
  }
  const stored = { statuses: [200], bodies: [message] };

  it("hears of the end of a request, if it listens for it", async () => {
    const heard: string[] = [];
    const before: RequestListener = (request) =>
      void request.on("end", () => heard.push("end")).on("close", () => heard.push("close"));
    expect(await asHost(before)).toEqual(stored);
    await expect.poll(() => heard).toEqual(["end", "close"]);
  });

  const long = "x".repeat(65_537);
  it.each([
    ["whole", [measured + message], 200, [message]],
    ["in halves", [measured + message.slice(0, 5), message.slice(5)], 200, [message]],
    [
      "and is as long as it may be",
      [`${head}Content-Length: 65536\r\n\r\n${long.slice(1)}`],
      200,
      [long.slice(1)],
    ],
    ["too long", [`${chunked}10001\r\n${long}\r\n0\r\n\r\n`], 413, []],
  ])(
    "may take its time before the ingress has a request, whose body comes %s meanwhile",
    async (_name, pieces, status, stored) => {
      const { inbox, bodies } = fakeInbox();
      const ingress = ingressNode(inbox, { basePath: "/chat" });
      const server = await listen((request, response) => {
        setTimeout(() => ingress(request, response), 30);
      });
      expect(await sendPieces(server, pieces)).toEqual([status]);
      expect(bodies).toEqual(stored);
    },
  );

  it("hears of no fault where a message came whole and its sender goes before the answer", async () => {
    const { inbox, asked, release } = slowInbox();
    const closed = Promise.withResolvers<void>();
    const faults: unknown[] = [];
    const before: RequestListener = (request, response) => {
      request.on("error", (error) => faults.push(error));
      response.on("close", () => closed.resolve());
    };
    const client = (await serve(inbox, { before })).open();
    client.write(measured + message);
    await asked;
    client.resetAndDestroy();
    await closed.promise;
    await new Promise((resolve) => setImmediate(resolve));
    release();
    expect(faults).toEqual([]);
  });

  it("may read the body as well", async () => {
    let read = "";
    const before: RequestListener = (request) =>
      void request.on("data", (chunk: Buffer) => (read += chunk.toString()));
    expect(await asHost(before)).toEqual(stored);
    expect(read).toBe(message);
  });

  it.each<[string, RequestListener]>([
    ["reads it as well", (request) => void request.on("data", () => {})],
    ["has it flow", (request) => void setImmediate(() => request.resume())],
  ])(
    "that %s takes nothing from a body that comes whole while the channel is looked up",
    async (_what, before) => {
      const lookedUp = Promise.withResolvers<void>();
      const { inbox, bodies } = fakeInbox({
        authenticate: async () => {
          await lookedUp.promise;
          return { channel: shop };
        },
      });
      const sent = sendPieces(
        await serve(inbox, { before }),
        [measured + message, measured + message],
        2,
      );
      setTimeout(lookedUp.resolve, 60);
      expect(await sent).toEqual([200, 200]);
      expect(bodies).toEqual([message, message]);
    },
  );

  it("may have the stream flow while the body is on its way, and takes nothing from it", async () => {
    const before: RequestListener = (request) => setImmediate(() => request.resume());
    const pieces = [measured + message.slice(0, 3), message.slice(3, 6), message.slice(6)];
    expect(await asHost(before, pieces)).toEqual(stored);
  });
});

it("a sender that goes away half-way has sent nothing", async () => {
  const { inbox, bodies } = fakeInbox();
  const closed = Promise.withResolvers<void>();
  const asked: unknown[] = [];
  const before: RequestListener = (request, response) =>
    void asked.push(
      request,
      response.on("close", () => closed.resolve()),
    );
  const server = await serve(inbox, { before });
  const client = server.open();
  client.write(measured + message.slice(0, 3));
  await expect.poll(() => asked).toHaveLength(2);
  client.resetAndDestroy();
  await closed.promise;
  expect((await server.raw(measured + message))[0]?.status).toBe(200);
  expect(bodies).toEqual([message]);
});
