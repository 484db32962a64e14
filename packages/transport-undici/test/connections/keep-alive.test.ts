import type { Respond } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { okResponse, rawServer, respondOk } from "../support/raw-server.ts";
import { failed, openTransport, textOf } from "../support/transport.ts";

const interim = "HTTP/1.1 100 Continue\r\n\r\n";
const unasked = "HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\nunasked";

describe("connections", () => {
  it("are kept and used again", async () => {
    const server = await rawServer(respondOk);
    const transport = await openTransport();
    for (let round = 0; round < 5; round += 1) {
      expect(textOf(await transport.post(server.url))).toBe('200 {"result":"ok"}');
    }
    expect(server.requests).toHaveLength(5);
    expect(server.sockets).toHaveLength(1);
  });

  it("carry one request at a time", async () => {
    const server = await rawServer((_socket, index) => {
      if (index === 1) {
        for (const waiting of server.sockets) {
          waiting.write(okResponse);
        }
      }
    });
    const transport = await openTransport();
    await Promise.all([transport.post(server.url), transport.post(server.url)]);
    expect(server.sockets).toHaveLength(2);
  });

  it("are bounded per origin; later requests wait their turn", async () => {
    let atOnce = 0;
    let most = 0;
    const server = await rawServer((socket) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      setTimeout(() => {
        atOnce -= 1;
        socket.write(okResponse);
      }, 2);
    });
    const transport = await openTransport({ connectionsPerOrigin: 3 });
    await Promise.all(Array.from({ length: 12 }, () => transport.post(server.url)));
    expect(most).toBe(3);
    expect(server.sockets).toHaveLength(3);
    expect(server.requests).toHaveLength(12);
  });

  it("are not used again when the server closes them", async () => {
    const server = await rawServer((socket) => {
      socket.end(okResponse.replace("200 OK", "200 OK\r\nconnection: close"));
    });
    const transport = await openTransport();
    for (let round = 0; round < 3; round += 1) {
      expect(textOf(await transport.post(server.url))).toBe('200 {"result":"ok"}');
    }
    expect(server.sockets).toHaveLength(3);
  });

  it("that the server closed while idle cost no attempt", async () => {
    const server = await rawServer((socket) => {
      socket.write(okResponse);
      setImmediate(() => socket.end());
    });
    const transport = await openTransport();
    for (let round = 0; round < 20; round += 1) {
      expect(textOf(await transport.post(server.url))).toBe('200 {"result":"ok"}');
      await new Promise((resolve) => setTimeout(resolve, round % 4));
    }
    expect(server.requests).toHaveLength(20);
  });

  it("that the server closes behind its answer, without a word, cost no attempt", async () => {
    const server = await rawServer((socket) => void socket.end(okResponse));
    const transport = await openTransport();
    for (let round = 0; round < 50; round += 1) {
      expect(textOf(await transport.post(server.url))).toBe('200 {"result":"ok"}');
    }
    expect(server.sockets).toHaveLength(50);
  });

  it.each([
    ["in the same packet", (socket) => void socket.write(okResponse + unasked)],
    [
      "in a packet of its own",
      (socket) => {
        socket.write(okResponse);
        socket.write(unasked);
      },
    ],
    ["begun", (socket) => void socket.write(okResponse + unasked.slice(0, 9))],
    ["after an interim one", (socket) => void socket.write(okResponse + interim + unasked)],
  ] as [string, Respond][])(
    "over which an answer came that nobody asked for are not used again: %s",
    async (_title, respond) => {
      const server = await rawServer((socket, index) => {
        socket.setNoDelay(true);
        respond(socket, index);
      });
      const transport = await openTransport();
      for (let round = 0; round < 50; round += 1) {
        expect(textOf(await transport.post(server.url))).toBe('200 {"result":"ok"}');
      }
      expect(server.requests).toHaveLength(50);
      expect(server.sockets).toHaveLength(50);
    },
  );

  it("that die on a second request are no proof that it did not arrive; it is not sent again", async () => {
    const server = await rawServer((socket, index) => {
      if (index === 0) {
        socket.write(okResponse);
      } else {
        socket.resetAndDestroy();
      }
    });
    const transport = await openTransport();
    await transport.post(server.url);
    expect(await transport.post(server.url)).toEqual(failed("unreadable-answer"));
    expect(server.requests).toHaveLength(2);
    expect(server.sockets).toHaveLength(1);
  });

  it.each([0, 1])("that close while idle take no other with them (%i)", async (closing) => {
    const server = await rawServer((_socket, index) => {
      if (index === 1) server.sockets.forEach((waiting) => waiting.write(okResponse));
      if (index > 1) server.sockets[1 - closing]?.write(okResponse);
    });
    const transport = await openTransport();
    await Promise.all([transport.post(server.url), transport.post(server.url)]);
    const closed = new Promise((resolve) => server.sockets[closing]?.once("close", resolve));
    server.sockets[closing]?.end();
    await closed;
    expect(textOf(await transport.post(server.url))).toBe('200 {"result":"ok"}');
    expect(server.sockets).toHaveLength(2);
  });

  it("of one origin are not used for another", async () => {
    const servers = [await rawServer(respondOk), await rawServer(respondOk)];
    const transport = await openTransport();
    for (let round = 0; round < 3; round += 1) {
      for (const server of servers) await transport.post(server.url);
    }
    expect(servers.map((server) => server.sockets.length)).toEqual([1, 1]);
    expect(servers.map((server) => server.requests.length)).toEqual([3, 3]);
  });

  it("that speak without being asked are given up", async () => {
    const server = await rawServer((socket) => {
      socket.write(okResponse + okResponse);
    });
    const transport = await openTransport();
    expect(textOf(await transport.post(server.url))).toBe('200 {"result":"ok"}');
    expect(textOf(await transport.post(server.url))).toBe('200 {"result":"ok"}');
    expect(server.sockets).toHaveLength(2);
  });

  it("are kept up to a bound over all origins, the oldest going first", async () => {
    const servers = await Promise.all([
      rawServer(respondOk),
      rawServer(respondOk),
      rawServer(respondOk),
    ]);
    const transport = await openTransport({ idleConnections: 2 });
    for (const server of servers) {
      await transport.post(server.url);
    }
    await new Promise((resolve) => servers[0]?.sockets[0]?.once("close", resolve));
    for (const server of servers.toReversed()) {
      await transport.post(server.url);
    }
    expect(servers.map((server) => server.sockets.length)).toEqual([2, 1, 1]);
  });

  it("are kept for all that an origin may have under way, so that the next rush opens none", async () => {
    const server = await rawServer(respondOk);
    const transport = await openTransport();
    const rush = () => Promise.all(Array.from({ length: 300 }, () => transport.post(server.url)));
    await rush();
    await rush();
    expect(server.requests).toHaveLength(600);
    expect(server.sockets).toHaveLength(300);
  });
});

describe("unloading", () => {
  it("dials for nobody who still waits for a turn", async () => {
    const server = await rawServer(() => {});
    const transport = await openTransport({ connectionsPerOrigin: 1 });
    const posts = [1, 2, 3].map(() => transport.post(server.url));
    await expect.poll(() => server.requests.length).toBe(1);
    await transport.unload();
    expect(await Promise.all(posts)).toEqual(
      ["unreadable-answer", "not-sent", "not-sent"].map(failed),
    );
    expect(server.sockets).toHaveLength(1);
  });

  it("dials for nobody whose name is still looked up, and keeps no connection that was being opened", async () => {
    const server = await rawServer(respondOk);
    const looked = Promise.withResolvers<readonly string[]>();
    const transport = await openTransport({ lookup: () => looked.promise });
    const named = transport.post(`http://localhost:${server.port}`);
    const dialled = transport.post(server.url);
    await new Promise((resolve) => process.nextTick(resolve));
    await transport.unload();
    looked.resolve(["127.0.0.1"]);
    expect(await Promise.all([named, dialled])).toEqual([failed("not-sent"), failed("not-sent")]);
    await expect.poll(() => server.sockets.map(({ closed }) => closed)).toEqual([true]);
    expect(server.requests).toEqual([]);
  });

  it("closes what is idle, breaks what is under way, and lets nothing start", async () => {
    const server = await rawServer((socket, index) => {
      if (index === 0) {
        socket.write(okResponse);
      }
    });
    const idle = await rawServer(respondOk);
    const transport = await openTransport();
    await transport.post(idle.url);
    await transport.post(server.url);
    const underWay = transport.post(server.url);
    while (server.requests.length < 2) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    const closed = new Promise((resolve) => idle.sockets[0]?.once("close", resolve));
    await transport.unload();
    expect(await underWay).toEqual(failed("unreadable-answer"));
    await closed;
    expect(await transport.post(idle.url)).toEqual(failed("not-sent"));
    expect(idle.sockets).toHaveLength(1);
  });
});
